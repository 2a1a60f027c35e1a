import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { SimulationReport } from '#contract/reports/simulation-report.ts'
import { JOB_STATES } from '#contract/tasks/background-jobs.staff.ts'
import { typedDay } from '#contract/shared/date-input.ts'

const channel = z.string().regex(/^\d{1,10}$/)

/** Played in a process beside the shop: more would take the machine for too long. */
export const MOST_SIMULATED = 5000

const Asked = z.object({
  holders: z.int().min(10).max(MOST_SIMULATED),
  /** What each of them is given. */
  points: z.int().min(1).max(1000),
  /** The first day on which they can order, in the zone of the channel, and how many there are. */
  first_day: typedDay,
  days: z.int().min(1).max(92),
  /** The same one gives the same people with the same wishes. */
  seed: z.int().min(1).max(999_999).default(1),
})

const Simulation = z.object({
  id: z.string(),
  channel: z.string(),
  staff: z.object({ id: z.string(), name: z.string() }),
  asked: Asked,
  state: z.enum(JOB_STATES),
  /** The background job, for cancelling; null after the job is deleted. */
  work: z.string().nullable(),
  made_at: z.iso.datetime(),
  played_at: z.iso.datetime().nullable(),
  /** null: not known yet. */
  went_well: z.boolean().nullable(),
  ordered: z.int().nullable(),
  sold_out: z.int().nullable(),
})

export const simulations = staffEndpoint('simulations', {
  summary: 'List season simulations, newest first',
  input: z.object({ ...listInput(['made_at']), ...filterInput('simulations') }),
  answer: listAnswer(Simulation),
  refusals: {},
})

export const simulation = staffEndpoint('simulation', {
  summary: 'Get a season simulation with its report',
  description:
    'Returns what sells out when, which emails were sent, the costs, and whether the accounts match. As CSV, it returns the gifts.',
  input: z.object({
    id: z.string().regex(/^\d{1,15}$/),
    as: z.enum(['json', 'csv']).default('json'),
  }),
  answer: Simulation.extend({
    channel_name: z.string(),
    /** Why it could not be played to its end. */
    problem: z.string(),
    report: SimulationReport.nullable(),
  }),
  refusals: {},
})

export const startSimulation = staffEndpoint('startSimulation', {
  summary: 'Start a season simulation of a channel',
  description:
    'It runs on a copy with simulated voucher holders and accelerated time. It changes nothing in the shop and sends no emails. Only one can run at a time.',
  input: Asked.extend({ channel }),
  answer: z.object({ id: z.string(), work: z.string() }),
  refusals: { 'simulation-under-way': 409 },
})
