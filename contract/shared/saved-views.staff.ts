import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

const page = z.string().regex(/^[a-z-]{1,40}$/)
const id = z.string().regex(/^\d{1,15}$/)
const ViewInput = z.object({
  name: z.string().trim().min(1).max(60),
  /** The query of the list's address, without the question mark. */
  query: z.string().max(4000),
  shared: z.boolean(),
})
const View = ViewInput.extend({
  id: z.string(),
  mine: z.boolean(),
  /** The name of the user who created it. */
  owner: z.string(),
})

export const savedViews = staffEndpoint('savedViews', {
  summary: 'List the saved views of a list: your own and shared ones',
  input: z.object({ page }),
  answer: z.object({ items: z.array(View) }),
  refusals: {},
})

export const saveView = staffEndpoint('saveView', {
  summary: 'Save a view of a list',
  input: ViewInput.extend({ page }),
  answer: View,
  refusals: { 'name-taken': 409 },
})

export const changeView = staffEndpoint('changeView', {
  summary: 'Change the name, filters or sharing of your own view',
  input: ViewInput.extend({ id }),
  answer: View,
  refusals: { 'name-taken': 409 },
})

export const removeView = staffEndpoint('removeView', {
  summary: 'Delete your own view',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: {},
})
