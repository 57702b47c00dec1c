/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scene.h: one, two or three processes, the members, among others of which nothing is remembered. A state has the
 * members' local states, and the registers that they may know something of, the *cells*:
 *
 *   - a register that one member alone writes has its exact value;
 *   - a register that several processes write has the value that a member wrote last, until it is read: then another
 *     process may have written anything in between that processes ever write there (struct written);
 *   - every other register is no cell: it reads as anything that is ever written there.
 *
 * A scene can forget more: groups of registers, and all local arrays. They read as anything that is ever written there.
 *
 * So a run of any number of processes, looked at through its members, is a run of this scene.
 *
 * A register of an array of pairs, such as Fork[a, b], may be written by the two processes that it names and by no
 * other. If no process is ever seen to write one that does not name it, and the members are the two, its value is
 * exact.
 *
 * In an algorithm on a graph, with n = 0 the graph is any, and so are the orders: whether two members are neighbours,
 * and where each is among the neighbours of the other, is fixed for a scene, as it never changes in a run.
 *
 * With n = 0, an array [0..N] of registers makes values of 0..N *nodes*: a second kind of identities. They are held,
 * copied, compared for equality and taken as an index, and nothing else. A state knows which of its nodes are equal,
 * and names them in the order in which it has them. The nodes at first are 0, and i for P_i. In the scenes of views
 * each node that a state has is known with its register of each such array; in others these registers are no cells.
 *
 * With n = 0 the scene is that of every N: identities are places (abstract.h). With n > 0 identities are numbers, and
 * the members have theirs.
 */
#ifndef PROVE_SCENE_H
#define PROVE_SCENE_H

#include <assert.h>

#include "base/error.h"
#include "language/machine.h"
#include "model/memory.h"
#include "model/neighbours.h"
#include "prove/abstract.h"

enum {
  MOST_MEMBERS = 3,
  MOST_CELLS = 640,
  MOST_WRITTEN = 80,
  MOST_OF_SET = 27, /* the largest element of a set that is followed: it is a plain value */
  CELL_ANY = INT32_MIN,
  NO_CELL = -1,
  NO_MEMBER = -1,
  MOST_BEEN = 256,
  WORDS_OF_BEEN = 2,    /* beside those of the member: the node, and how often the step has counted before */
  MOST_KNOWN_NODES = 15 /* that a state of a scene of views knows: their names have four bits (views_graph.h) */
};

/* The values that processes ever write to a group of registers, and its first value. */
struct written {
  int32_t plain[MOST_WRITTEN]; /* values, as they are */
  uint64_t by[MOST_WRITTEN];   /* at one N: the processes that write each, P_p as bit p-1 */
  uint32_t n_plain;
  bool itself;          /* a process writes its own identity */
  bool anybody;         /* any identity */
  bool nobody;          /* 0 as an identity */
  bool number, session; /* any number; any session */
  bool node;            /* any node */
  bool foreign;         /* a process writes a register none of whose indices is its identity */
};

/* Whether anything is. */
static inline bool written_any(const struct written *of)
{
  return of->n_plain != 0 || of->itself || of->anybody || of->nobody || of->number || of->session || of->node;
}

static_assert(CELL_ANY % (1 << ABSTRACT_SHIFT) == ABSTRACT_PLAIN, "a cell that may be anything has no name");

struct cell {
  uint32_t group;
  int32_t row, column; /* packed values; 0 where the group has no such dimension */
  int owner;           /* the member that alone writes it; NO_MEMBER: several processes do */
  bool exact;          /* only members write it, whether one or several */
};

enum dimension_kind { DIMENSION_NONE, DIMENSION_PROCESSES, DIMENSION_RANGE, DIMENSION_NODES };

/* The values of a register of a group, or of a part of it. */
struct holding {
  enum abstract_kind kind;
  int32_t least, most; /* of PLAIN; most < least: no range is declared */
};

struct scene_group {
  struct holding holds;
  struct holding part[MOST_PARTS]; /* of RECORD */
  enum dimension_kind row, column;
  int32_t low[2], high[2]; /* of RANGE; with n > 0 also of PROCESSES */
  uint32_t first_cell, n_cells;
  bool updates_ask_size; /* an update depends on N or on the sessions */
};

/* Whether an index of its registers is any process. */
static inline bool scene_of_processes(const struct scene_group *g)
{
  return g->row == DIMENSION_PROCESSES || g->column == DIMENSION_PROCESSES;
}

/* A local array. One [1..N] has, at every N, an element for each member; the others read as anything that is ever
 * written to it. */
struct scene_array {
  uint8_t slot;
  bool of_processes; /* at every N */
  int32_t low;
  uint32_t first, n; /* among the elements of a member */
};

struct tickets;

/* The question comes first; scene_create() finds the rest. */
struct scene {
  const struct machine *machine;
  const void *parameters;
  enum memory memory;
  uint32_t n;                    /* 0: every N */
  const struct tickets *tickets; /* whose registers are followed as nodes (tickets.h); NULL: there are none */
  bool unbounded;                /* values of ranges from 0 to where N says are unbounded numbers */
  /* The members. */
  uint32_t members;
  uint32_t identity[MOST_MEMBERS]; /* with n > 0 */
  struct ring ring;                /* with n = 0; `members` is as above */
  struct ring list[MOST_MEMBERS];  /* with n = 0, in a graph: of each member's neighbours; of one or two members */
  bool strangers;                  /* the two members are no neighbours, so that they never conflict */
  /* The facts that are watched. */
  int observed;  /* the member whose passage is charged; NO_MEMBER: none */
  bool order;    /* the order in which the two came (P5) */
  bool quiet;    /* entries that nobody disturbs (P4): steps are counted there (quiet.h) */
  bool by_scan;  /* where steps are counted: see quiet_charge */
  bool by_value; /* copies of registers of several writers are followed, too (by_value.h) */
  /* The parts that are left out. */
  uint32_t forgotten;    /* groups: bit per group; see scene_forgets */
  bool forgets_arrays;   /* local arrays are forgotten, too */
  bool skips_unread;     /* registers that no member reads are forgotten (unread.h) */
  bool honest;           /* others have written nothing: registers hold the values that members left there, or their
                          * first ones (lies.c) */
  struct hidden *hidden; /* hidden steps have no states of their own (hidden.h); NULL: they have */
  /* Views (views.h). */
  bool of_views; /* it is a scene of views: an access to a register of one process that is no member is not made, as it
                    is in the scenes of which that process is a member */
  bool whole;    /* at one N: each register has a cell */
  bool queue;    /* each view has the order in which processes came (views_queue.h) */
  bool alike;    /* identities of others are not told apart, nor ordered */
  /* The data that all scenes of this algorithm and this n share. */
  struct abstract_records *records;
  struct written *written; /* [group], and behind them [written_array()] and their parts */
  struct written *left;    /* the same: the values while all processes rest (quiet.h); NULL: nobody asks */
  bool *grew;              /* something was written that had not been known; NULL: nobody asks */
  bool *accessed;          /* [n_cells]: some step accesses it; NULL: nobody asks */
  /* The facts that are found. */
  struct scene_group group[RMR_MAX_GROUPS];
  struct cell *cell; /* [n_cells] */
  uint32_t n_cells;
  struct scene_array array[MOST_ARRAYS];
  uint32_t n_elements;           /* of the local arrays of a member */
  uint64_t scanning;             /* slots that loops go through processes with */
  uint64_t naturals;             /* slots of locals that are unbounded numbers: they may be counted up without an end */
  uint64_t *as_place;            /* [node]: slots that are identities where the node is reached */
  uint64_t *as_position;         /* [node]: slots that are positions among neighbours there */
  uint64_t *as_node;             /* [node]: slots that are nodes of a queue there */
  uint64_t *as_number;           /* [node], in views: slots that may be unbounded numbers there; NULL: nobody asks */
  bool *counting;                /* [node]: as in local_loops.h; NULL: no loop is without an access */
  struct still_read *still_read; /* [node]: registers that are still read (unread.h); NULL: nobody asks */
  bool nodes;                    /* there are nodes of a queue */
  bool ranks;                    /* states hold numbers or sessions, whose names say nothing */
  uint32_t length;               /* words of a state */
  uint32_t *naming, n_naming;    /* those that may hold a number, a session, a node, or a record with such parts */
  int32_t *state;                /* room for abstract_step.c: a state that is being made */
  int32_t *been;                 /* room for abstract_step.c: local states that a step has passed */
};

/* The words of a state: for each member its node, section, session, slots and elements of local arrays; the cells; a
 * bit for each cell of which the observed member has a valid copy; which member came first, or whether it is quiet. */
enum { STATE_NODE, STATE_SECTION, STATE_SESSION, STATE_SLOTS };

static inline uint32_t state_member(const struct scene *w, uint32_t member)
{
  return member * (STATE_SLOTS + w->machine->graph.n_slots + w->n_elements);
}

static inline uint32_t state_cells(const struct scene *w)
{
  return state_member(w, w->members);
}

static inline uint32_t state_copies(const struct scene *w)
{
  return state_cells(w) + w->n_cells;
}

/* Whether the word is a value, and no node or section. */
static inline bool state_is_value(const struct scene *w, uint32_t word)
{
  if (word >= state_cells(w)) return word < state_copies(w);
  return word % state_member(w, 1) >= STATE_SESSION;
}

enum { COPIES_OF_A_WORD = 31 };

/* Of a cell: the word that has its bit, and that bit. */
static inline uint32_t state_copy(const struct scene *w, uint32_t cell)
{
  return state_copies(w) + cell / COPIES_OF_A_WORD;
}

static inline int32_t state_copy_bit(uint32_t cell)
{
  return INT32_C(1) << cell % COPIES_OF_A_WORD;
}

static inline uint32_t state_order(const struct scene *w)
{
  return state_copies(w) + w->n_cells / COPIES_OF_A_WORD + 1;
}

/* Where it has who came before whom, two words more: of each pair of members, and which member came last. */
static inline uint32_t state_came(const struct scene *w)
{
  return state_order(w) + 1;
}

static inline uint32_t state_length(const struct scene *w)
{
  return state_came(w) + (w->queue ? w->members * (w->members - 1) / 2 + 1 : 0);
}

/* The identity of a member; and the member whose identity the packed value is: NO_MEMBER, if it is none's. */
static inline struct abstract scene_identity(const struct scene *w, uint32_t member)
{
  return w->n == 0 ? abstract_place(ring_member(w->ring, member)) : abstract_plain((int32_t)w->identity[member]);
}

static inline int scene_who(const struct scene *w, int32_t identity)
{
  for (uint32_t m = 0; m < w->members; m++)
    if (identity == abstract_pack(scene_identity(w, m))) return (int)m;
  return NO_MEMBER;
}

/* Which member came first: the second one must not enter before it. */
enum { ORDER_NONE, ORDER_FIRST, ORDER_SECOND };

/* Of what is ever written: a group of registers has its own number. Elements of a local array have this one; */
static inline uint32_t written_array(uint32_t array)
{
  return RMR_MAX_GROUPS + array;
}

/* and each part of the records that one of these may hold has a number as well. */
enum { N_HOLDERS = RMR_MAX_GROUPS + MOST_ARRAYS };

static inline uint32_t written_part(uint32_t holder, uint32_t part)
{
  return N_HOLDERS + holder * MOST_PARTS + part;
}

/* And of what the registers of one process hold while it does not disturb those of its session (quiet.h). */
enum { N_EVER_WRITTEN = N_HOLDERS * (1 + MOST_PARTS), N_WRITTEN = 2 * N_EVER_WRITTEN };

static inline uint32_t written_quiet(uint32_t number)
{
  return N_EVER_WRITTEN + number;
}

/* False: *e says why the algorithm cannot be followed: for every N, or at all. */
bool scene_create(struct scene *scene, struct error *e);

/* Whether the word of a state is among `naming`. */
bool scene_may_name(const struct scene *scene, uint32_t word);

/* Finds `length` and `naming` again, after cells have been left out. */
void scene_measure(struct scene *scene);

void scene_free(struct scene *scene);
size_t scene_bytes(const struct scene *scene); /* of memory, when its cells take no more room than they need */

/* scene_slots.c: finds as_place, as_position, as_node, scanning, naturals; and the slots that may ever hold a node. */
void scene_find_slots(struct scene *scene);
uint64_t scene_slots_of_nodes(const struct scene *scene);

/* scene_numbers.c: [node]; to be freed. */
uint64_t *scene_find_numbers(const struct scene *scene);

/* Whether its processes have neighbours in a graph. */
static inline bool scene_has_graph(const struct scene *w)
{
  return neighbours_has(&w->machine->algorithm);
}

/* The groups that can be forgotten: arrays of the processes. */
uint32_t scene_may_forget(const struct scene *scene);

/* Whether registers of the group read as anything that is ever written there. Their words are CELL_ANY. */
static inline bool scene_forgets(const struct scene *w, uint32_t group)
{
  return (w->forgotten >> group & 1) != 0;
}

/* The cell of a group; NO_CELL: there is none. */
int scene_cell(const struct scene *scene, uint32_t group, struct abstract row, struct abstract column);

/* Whether registers have ranges from 0 to where N says: 2N, or 0..f(N), but not 0..N, which may be identities. */
bool scene_has_open_ranges(const struct scene *scene);

/* Whether values are nodes of a queue. At a single N they are plain numbers. */
bool scene_has_nodes(const struct scene *scene);

/* Whether, at one N, registers of several writers that hold anything at first do so in too many ways to follow. Then
 * they begin as anything that is ever written there, which their first values are among. */
bool scene_asks(const struct expr *x, enum expr_kind kind); /* it, or a part of it, is of this kind */
bool scene_begins_vaguely(const struct scene *scene);

/* Whether the cell is one of those. */
bool scene_is_arbitrary(const struct scene *scene, const struct cell *cell);

#endif
