/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sound.h: whether words that come from outside, such as from a file, are values and states of a scene: values with
 * which steps can be made, and which the registers of its algorithm can hold. It is not asked whether a run leads
 * there.
 */
#ifndef PROVE_SOUND_H
#define PROVE_SOUND_H

#include "prove/scene.h"

/* A part of a record: of any scene of the algorithm, also of one with more places. */
bool is_sound_part(int32_t word);

/* The values that are written to the registers with this number (struct scene). */
bool is_sound_written(const struct scene *scene, uint32_t number, const struct written *written);

bool is_sound_state(const struct scene *scene, const int32_t *state);

#endif
