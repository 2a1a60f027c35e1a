import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { SimulationReport } from '#contract/reports/simulation-report.ts'
import { JOB_STATES } from '#contract/tasks/background-jobs.staff.ts'
import { typedDay } from '#contract/shared/date-input.ts'

const channel = z.string().regex(/^\d{1,10}$/)

/** More holders would use the machine for too long. */
export const MAX_SIMULATED_HOLDERS = 5000

const SimulationInput = z.object({
  holders: z.int().min(10).max(MAX_SIMULATED_HOLDERS),
  /** The points of each holder. */
  points: z.int().min(1).max(1000),
  /** The first day of ordering in the channel's time zone, and the number of days. */
  first_day: typedDay,
  days: z.int().min(1).max(92),
  /** The same seed gives the same holders with the same wishes. */
  seed: z.int().min(1).max(999_999).default(1),
})

const Simulation = z.object({
  id: z.string(),
  channel: z.string(),
  staff: z.object({ id: z.string(), name: z.string() }),
  asked: SimulationInput,
  state: z.enum(JOB_STATES),
  /** The background job, for cancelling; null after the job is deleted. */
  work: z.string().nullable(),
  made_at: z.iso.datetime(),
  played_at: z.iso.datetime().nullable(),
  /** null until the simulation has ended. */
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
    /** Why it failed; empty otherwise. */
    problem: z.string(),
    report: SimulationReport.nullable(),
  }),
  refusals: {},
})

export const startSimulation = staffEndpoint('startSimulation', {
  summary: 'Start a season simulation of a channel',
  description:
    'It runs on a copy with simulated voucher holders and accelerated time. It changes nothing in the shop and sends no emails. Only one can run at a time.',
  input: SimulationInput.extend({ channel }),
  answer: z.object({ id: z.string(), work: z.string() }),
  refusals: { 'simulation-under-way': 409 },
})
