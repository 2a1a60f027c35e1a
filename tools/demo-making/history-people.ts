import { pickByWeight } from '#domain/simulation/seeded-numbers.ts'
import {
  type Campaign,
  type Plan,
  type PlannedEmployer,
  type Question,
  tongueOf,
} from '#tools/demo-making/history-plan.ts'

type Random = () => number
type Tongue = 'nl' | 'de' | 'en'

export type Employee = {
  name: string
  email: string
  department: string
  language: Tongue
}

/** What one recipient of a campaign will do, drawn before anything happens. */
export type Guest = Employee & {
  campaign: Campaign
  /** Minutes after midnight of the opening day. null: no visit. */
  comesAfter: number | null
  /** Where a visit without an order ends. */
  stops: 'cart' | 'address' | null
  paysExtra: boolean
  isUndone: boolean
  /** Days after the delivery. */
  withdrawsAfter: number | null
  isCredited: boolean
  /** A question, this many days after the order. */
  asks: { question: Question; after: number } | null
}

const SPEAKS_ENGLISH = 0.08
const NEVER_COMES = 0.17
const STOPS = 0.045
const PAYS_EXTRA = 0.14
const UNDOES = { points: 0.015, card: 0.05 }
const WITHDRAWS = 0.035
const CREDITED = 0.012
const ASKS = 0.06

const oneOf = <One>(all: readonly One[], random: Random): One => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('the plan has an empty list')
  return one
}

/** Who works at each employer, in a fixed order. */
export function employeesOf(plan: Plan, random: Random): Map<string, Employee[]> {
  return new Map(
    Object.entries(plan.employers).map(([id, employer]) => [id, employees(plan, employer, random)]),
  )
}

function employees(plan: Plan, employer: PlannedEmployer, random: Random): Employee[] {
  const names = plan.names[employer.language]
  if (!names) throw new Error(`the plan has no names for ${employer.language}`)
  const known = new Set<string>()
  const all: Employee[] = []
  while (all.length < employer.people) {
    const name = `${oneOf(names.first, random)} ${oneOf(names.last, random)}`
    const email = `${plainLetters(name)}@${employer.domain}`
    if (known.has(email)) continue
    known.add(email)
    const language = random() < SPEAKS_ENGLISH ? 'en' : employer.language
    all.push({ name, email, department: oneOf(employer.departments, random), language })
  }
  return all
}

const plainLetters = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replaceAll(/[^a-z]+/g, '.')

/** The recipients of a campaign: other colleagues each time, and what each will do. */
export function guestsOf(
  plan: Plan,
  campaign: Campaign,
  { staff, random }: { staff: readonly Employee[]; random: Random },
): Guest[] {
  const order = staff.map((one) => ({ one, place: random() }))
  const chosen = order.toSorted((a, b) => a.place - b.place).slice(0, campaign.people)
  return chosen.map(({ one }) => guestOf(plan, campaign, { one, random }))
}

function guestOf(
  plan: Plan,
  campaign: Campaign,
  { one, random }: { one: Employee; random: Random },
): Guest {
  const questions = plan.questions[tongueOf(campaign)] ?? []
  const question = random() < ASKS ? oneOf(questions, random) : null
  const after = 1 + Math.floor(random() * 5)
  const paysExtra = campaign.channel === '1014' && random() < PAYS_EXTRA
  return {
    ...one,
    campaign,
    comesAfter: random() < NEVER_COMES ? null : momentOfVisit(campaign.runs, random),
    stops: random() < STOPS ? oneOf(['cart', 'address'] as const, random) : null,
    paysExtra,
    isUndone: random() < (paysExtra ? UNDOES.card : UNDOES.points),
    withdrawsAfter: random() < WITHDRAWS ? 1 + Math.floor(random() * 8) : null,
    isCredited: random() < CREDITED,
    asks: question && { question, after },
  }
}

/** Most visits follow the mail or come at the very end. Most are at lunch or in the evening. */
function momentOfVisit(runs: number, random: Random) {
  const days = Array.from({ length: runs }, (_, day) => day)
  const weight = (day: number) => 0.5 + 5 * Math.exp(-day / 4) + 2 * Math.exp(-(runs - 1 - day) / 3)
  const day = pickByWeight(days, weight, random) ?? 0
  const hours = Array.from({ length: 15 }, (_, hour) => hour + 7)
  const near = (hour: number, peak: number) => Math.exp(-((hour - peak) ** 2) / 8)
  const hour = pickByWeight(hours, (one) => 0.1 + near(one, 12) + 1.5 * near(one, 20), random) ?? 20
  // The first mails leave at nine.
  const from = day === 0 ? Math.max(hour, 10) : hour
  return day * 24 * 60 + from * 60 + Math.floor(random() * 60)
}
