import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

const page = z.string().regex(/^[a-z-]{1,40}$/)
const id = z.string().regex(/^\d{1,15}$/)
const ViewInput = z.object({
  name: z.string().trim().min(1).max(60),
  /** The query of the list's address, without its question mark. */
  query: z.string().max(4000),
  shared: z.boolean(),
})
const View = ViewInput.extend({
  id: z.string(),
  mine: z.boolean(),
  /** Who made it. */
  owner: z.string(),
})

export const views = staffEndpoint('views', {
  summary: 'The views of a list: one’s own, and those that others share',
  input: z.object({ page }),
  answer: z.object({ items: z.array(View) }),
  refusals: {},
})

export const saveView = staffEndpoint('saveView', {
  summary: 'A view of a list under a name of its own',
  input: ViewInput.extend({ page }),
  answer: View,
  refusals: { 'name-taken': 409 },
})

export const changeView = staffEndpoint('changeView', {
  summary: 'Another name, query or audience of a view, by who made it',
  input: ViewInput.extend({ id }),
  answer: View,
  refusals: { 'name-taken': 409 },
})

export const removeView = staffEndpoint('removeView', {
  summary: 'The end of a view, by who made it',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: {},
})
