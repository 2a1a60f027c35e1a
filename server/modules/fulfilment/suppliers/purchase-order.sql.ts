import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type PurchaseLine = {
  line: number
  name: string
  variant: string
  sku: string
  quantity: number
  state: 'open' | 'sent' | 'declined' | 'gone'
  reason: string
  parcelCode: string | null
}

export type Purchase = {
  number: string
  orderNumber: string
  supplierId: number
  supplier: string
  email: string
  language: Language
  way: 'mail' | 'csv'
  remindDays: number
  round: number
  madeAt: Date
  confirmedAt: Date | null
  lastStepAt: Date
  reminded: number
  lines: PurchaseLine[]
  /** The hash and the sequence number of the newest link; null and 0 if none was sent. */
  tokenHash: string | null
  linkPlace: number
}

export async function findPurchase(sql: Queries, number: string): Promise<Purchase | undefined> {
  const [row] = await sql<Purchase[]>`
    select number, order_number as "orderNumber", supplier_id as "supplierId", supplier.name as supplier, email, language,
      way, remind_days as "remindDays", round, made_at as "madeAt", confirmed_at as "confirmedAt",
      last_step_at as "lastStepAt", reminded,
      (select jsonb_agg(jsonb_build_object('line', line, 'name', name, 'variant', variant, 'sku', sku,
          'quantity', quantity, 'state', state, 'reason', reason, 'parcelCode', parcel_code) order by line)
        from purchase_order_line where purchase_order_line.number = purchase_order.number) as lines,
      (select encode(token_hash, 'hex') from purchase_link
        where purchase_link.number = purchase_order.number order by place desc limit 1) as "tokenHash",
      coalesce((select max(place) from purchase_link where purchase_link.number = purchase_order.number), 0) as "linkPlace"
    from purchase_order join supplier on supplier.id = supplier_id
    where number = ${number}`
  return row
}

/** A link expires this many days after the last action on its purchase order. */
const LINK_DAYS = 30

export type OpenedPurchase =
  | { kind: 'open'; purchase: Purchase }
  /** The link has expired. `newerSince`: when a newer link was sent; null if this one is the newest. */
  | { kind: 'over'; purchase: Purchase; newerSince: Date | null }

/** The purchase order that a link opens. */
export async function openPurchase(
  sql: Queries,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenedPurchase | undefined> {
  const [link] = await sql<{ number: string; place: number }[]>`
    select number, place from purchase_link where token_hash = ${tokenHash}`
  const purchase = link && (await findPurchase(sql, link.number))
  if (!link || !purchase) return undefined
  if (link.place !== purchase.linkPlace) {
    const newest = await findNewestLink(sql, link.number)
    return { kind: 'over', purchase, newerSince: newest?.made_at ?? purchase.madeAt }
  }
  return purchaseByNewestLink(purchase, now)
}

/** The state of the newest link. */
export const purchaseByNewestLink = (purchase: Purchase, now: Date): OpenedPurchase =>
  now.getTime() - purchase.lastStepAt.getTime() > LINK_DAYS * 86_400_000
    ? { kind: 'over', purchase, newerSince: null }
    : { kind: 'open', purchase }

export const lockPurchaseOrder = (sql: Queries, number: string) =>
  sql`select from purchase_order where number = ${number} for update`

export async function findNewestLink(sql: Queries, number: string) {
  const [row] = await sql<{ made_at: Date }[]>`
    select made_at from purchase_link where number = ${number} order by place desc limit 1`
  return row
}
