import { pickByWeight } from '#domain/simulation/seeded-numbers.ts'
import {
  type Campaign,
  type Plan,
  type PlannedEmployer,
  type Question,
  languageOf,
} from '#tools/demo-making/history-plan.ts'

type Random = () => number
type Language = 'nl' | 'de' | 'en'

export type Employee = {
  name: string
  email: string
  department: string
  language: Language
}

/** What one recipient of a campaign will do, drawn before anything happens. */
export type Guest = Employee & {
  campaign: Campaign
  /** Minutes after midnight of the opening day. null: no visit. */
  visitsAfter: number | null
  /** Where a visit without an order ends. */
  stopsAt: 'cart' | 'address' | null
  paysExtra: boolean
  isUndone: boolean
  /** Days after the delivery. */
  withdrawsAfter: number | null
  isCredited: boolean
  /** A question, this many days after the order. */
  asks: { question: Question; after: number } | null
}

const SPEAKS_ENGLISH_SHARE = 0.08
const NEVER_COMES_SHARE = 0.17
const STOPS_SHARE = 0.045
const PAYS_EXTRA_SHARE = 0.14
const UNDOES_SHARE = { points: 0.015, card: 0.05 }
const WITHDRAWS_SHARE = 0.035
const CREDITED_SHARE = 0.012
const ASKS_SHARE = 0.06

const pickOne = <Item>(all: readonly Item[], random: Random): Item => {
  const picked = all[Math.floor(random() * all.length)]
  if (picked === undefined) throw new Error('the plan has an empty list')
  return picked
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
  const emails = new Set<string>()
  const all: Employee[] = []
  while (all.length < employer.people) {
    const name = `${pickOne(names.first, random)} ${pickOne(names.last, random)}`
    const email = `${plainLetters(name)}@${employer.domain}`
    if (emails.has(email)) continue
    emails.add(email)
    const language = random() < SPEAKS_ENGLISH_SHARE ? 'en' : employer.language
    all.push({ name, email, department: pickOne(employer.departments, random), language })
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
  const shuffled = staff.map((one) => ({ one, place: random() }))
  const chosen = shuffled.toSorted((a, b) => a.place - b.place).slice(0, campaign.people)
  return chosen.map(({ one }) => guestOf(plan, campaign, { one, random }))
}

function guestOf(
  plan: Plan,
  campaign: Campaign,
  { one, random }: { one: Employee; random: Random },
): Guest {
  const questions = plan.questions[languageOf(campaign)] ?? []
  const question = random() < ASKS_SHARE ? pickOne(questions, random) : null
  const after = 1 + Math.floor(random() * 5)
  const paysExtra = campaign.channel === '1014' && random() < PAYS_EXTRA_SHARE
  return {
    ...one,
    campaign,
    visitsAfter: random() < NEVER_COMES_SHARE ? null : momentOfVisit(campaign.runs, random),
    stopsAt: random() < STOPS_SHARE ? pickOne(['cart', 'address'] as const, random) : null,
    paysExtra,
    isUndone: random() < (paysExtra ? UNDOES_SHARE.card : UNDOES_SHARE.points),
    withdrawsAfter: random() < WITHDRAWS_SHARE ? 1 + Math.floor(random() * 8) : null,
    isCredited: random() < CREDITED_SHARE,
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
  const startHour = day === 0 ? Math.max(hour, 10) : hour
  return day * 24 * 60 + startHour * 60 + Math.floor(random() * 60)
}
