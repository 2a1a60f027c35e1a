import type { SimulatedHolder } from '#domain/simulation/simulation-plan.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { runConcurrently } from '#tools/simulation/serial-queue.ts'
import { type VisitContext, visitShop, withdrawFromAll } from '#tools/simulation/simulated-visit.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const VISITORS_AT_ONCE = 8
const MAX_VISITS = 5

type Guest = SimulatedHolder & {
  visits: number
  /** The time of the next visit. Null: no further one. */
  nextVisit: number | null
  code?: string
  order?: string
  deliveredAt?: number
  withdrew?: boolean
  left?: string
}

/** The simulated holders: when they come, what they order, and why they leave. */
export class SimulatedGuests {
  readonly guests: readonly Guest[]
  readonly turnedAway = new Map<string, number>()

  constructor(
    readonly sql: Sql,
    readonly random: () => number,
    { holders, start }: { holders: readonly SimulatedHolder[]; start: number },
  ) {
    this.guests = holders.map((holder) => ({
      ...holder,
      visits: 0,
      nextVisit: holder.comesAt === null ? null : start + holder.comesAt * HOUR_MS,
    }))
  }

  /** Holders who are due by then visit the shop. */
  async visit(context: VisitContext, { now, until }: { now: number; until: number }) {
    const due = this.guests.filter(({ nextVisit }) => nextVisit !== null && nextVisit < until)
    await this.#readCodes()
    const visitors = due.filter(({ code }) => code !== undefined)
    // The mail has not arrived yet, so the holder checks again next time.
    for (const guest of due) if (guest.code === undefined) this.#postpone(guest, until, 'no-mail')
    await runConcurrently(visitors, VISITORS_AT_ONCE, async (guest) =>
      this.#visitOnce(context, guest, until),
    )
    await this.#withdrawals(context, now)
  }

  async #readCodes() {
    const rows = await this.sql<{ recipient: string; code: string }[]>`
      select distinct on (recipient) recipient, code from simulation_mail
      where code is not null order by recipient, place desc`
    const codes = new Map(rows.map(({ recipient, code }) => [recipient, code]))
    for (const guest of this.guests) {
      const code = codes.get(guest.email)
      if (code !== undefined) guest.code = code
    }
  }

  async #visitOnce(context: VisitContext, guest: Guest, until: number) {
    const { code } = guest
    if (code === undefined) return
    const end = await visitShop(context, guest, code)
    guest.visits += 1
    if (end.kind === 'ordered') {
      guest.order = end.number
      guest.nextVisit = null
      return
    }
    const { reason } = end
    if (end.kind === 'left' || guest.payment === 'never') return this.#leave(guest, reason)
    // A payment fails once, and an order is undone once.
    guest.payment = 'well'
    if (reason === 'reopened') guest.undo = 'none'
    this.#postpone(guest, until, reason)
  }

  #postpone(guest: Guest, until: number, reason: string) {
    guest.visits += 1
    if (guest.visits > MAX_VISITS) this.#leave(guest, reason)
    else guest.nextVisit = until + Math.floor(this.random() * 24) * HOUR_MS
  }

  #leave(guest: Guest, reason: string) {
    guest.nextVisit = null
    guest.left = reason
    this.turnedAway.set(reason, (this.turnedAway.get(reason) ?? 0) + 1)
  }

  async #withdrawals(context: VisitContext, now: number) {
    const candidates = this.guests.filter(
      (guest) => guest.order !== undefined && guest.withdrawsAfterDays !== null && !guest.withdrew,
    )
    if (candidates.length === 0) return
    const delivered = await this.sql<{ number: string }[]>`
      select number from orders where state = 'delivered' and number in ${this.sql(candidates.map(({ order = '' }) => order))}`
    const deliveredNumbers = new Set(delivered.map(({ number }) => number))
    for (const guest of candidates) {
      if (!deliveredNumbers.has(guest.order ?? '')) continue
      guest.deliveredAt ??= now
      if (now < guest.deliveredAt + (guest.withdrawsAfterDays ?? 0) * DAY_MS) continue
      guest.withdrew = true
      const { code = '', order: number = '' } = guest
      await withdrawFromAll(context, guest, { code, number }).catch(() => {})
    }
  }
}
