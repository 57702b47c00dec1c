-- SPDX-License-Identifier: MIT
--
-- random.lua: the built-in adversary `random`, in Lua. It makes the same runs.
return {
  about = "uniform over the ready processes, at every step anew",
  choose = function(self, host, view)
    return view.ready[rmr_random_below(host, view.n_ready) + 1]
  end,
}
