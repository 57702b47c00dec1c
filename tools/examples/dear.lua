-- SPDX-License-Identifier: MIT
--
-- dear.lua: prefers accesses that cost an RMR. With probability `rate` it picks, among the ready processes whose pending
-- access is remote, one at random; else any ready process.
--   rmr simulate -a burns_lamport -n 4 -s tools/examples/dear.lua:rate=0.9
return {
  name = "dear",
  about = "a remote access if there is one, most of the time",
  options = {
    {key = "rate", type = RMR_NUMBER, fallback = 0.9, low = 0, high = 1, about = "how often it looks for one"},
  },
  measures = {"remote_chosen"},

  start = function(self, host, view)
    self.remote = 0
  end,

  choose = function(self, host, view)
    local dear = {}
    if rmr_random_unit(host) < self.rate then
      for k = 1, view.n_ready do
        local p = view.ready[k]
        if host:cost(p) > 0 then dear[#dear + 1] = p end
      end
    end
    if #dear == 0 then return view.ready[rmr_random_below(host, view.n_ready) + 1] end
    return dear[rmr_random_below(host, #dear) + 1]
  end,

  observe = function(self, host, view, event)
    if event.cause ~= RMR_FREE then self.remote = self.remote + 1 end
  end,

  measure = function(self, which)
    return self.remote
  end,
}
