import type { ParcelView } from '#domain/fulfilment/parcel-state.ts'
import { viewOfParcel } from '#server/modules/fulfilment/parcels/parcel.sql.ts'
import { variantIn } from '#server/modules/catalog/variant-label.sql.ts'
import { fallbackOrder, type Language, type StaffLanguage } from '#domain/language.ts'
import { orderLineName } from '#server/modules/orders/order-line-names.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

const MAX_PURCHASE_ORDERS = 100
const MAX_EXPORTED_LINES = 5000

export type OpenLine = {
  number: string
  order_number: string
  sku: string
  name: string
  variant: string
  quantity: number
}

const inChannels = (sql: Queries, channels: readonly string[] | null) =>
  channels === null ? sql`` : sql`and orders.channel_id = any(${[...channels]}::text[])`

export function supplierList(
  { search, ...filters }: AskedFilters<'suppliers'> & { search?: string | undefined },
  channels: readonly string[] | null,
): ListQuery<'name'> {
  const countPurchaseOrders = (sql: Queries, state: 'open' | 'declined', late = false) => sql`
    (select count(distinct purchase_order.number)::integer
      from purchase_order join purchase_order_line line using (number) join orders on orders.number = line.order_number
      where supplier_id = supplier.id and line.state = ${state} ${late ? sql`and reminded > 0` : sql``}
        ${inChannels(sql, channels)})`
  return {
    select: (sql) => sql`
      supplier.id::text as id, supplier.name, supplier.way, ${countPurchaseOrders(sql, 'open')} as open,
      ${countPurchaseOrders(sql, 'open', true)} as late, ${countPurchaseOrders(sql, 'declined')} as declined`,
    from: (sql) => sql`
      supplier where true ${filterConditions<'suppliers'>(sql, filters, {})}
        ${search === undefined ? sql`` : sql`and strpos(lower(supplier.name), lower(${search})) > 0`}`,
    id: (sql) => sql`supplier.id`,
    sorts: { name: { by: (sql) => sql`supplier.name`, type: 'text' } },
    defaultSort: defaultSorts.suppliers,
  }
}

type SupplierFields = {
  name: string
  email: string
  language: Language
  way: 'mail' | 'csv'
  remind_days: number
}
type Supplier = SupplierFields & { id: string; version: number; brands: string[] }

export async function findSupplier(sql: Queries, id: string): Promise<Supplier | undefined> {
  const [row] = await sql<Supplier[]>`
    select id::text, version, name, email, language, way, remind_days,
      array(select brand.id from brand where supplier_id = supplier.id order by brand.id) as brands
    from supplier where id = ${id}`
  return row
}

export const listPurchaseOrders = (
  sql: Queries,
  id: string,
  channels: readonly string[] | null,
) => sql<{ number: string; channel: string; late: boolean; correctable: boolean }[]>`
  select purchase_order.number, channel_id as channel, reminded > 0 as late, exists (
    select from purchase_order_line line
      join parcel on parcel.order_number = line.order_number and parcel.code = parcel_code
        and parcel.month = orders.month
    where line.number = purchase_order.number and parcel.state = 'sent') as correctable
  from purchase_order join orders on orders.number = order_number
  where supplier_id = ${id} ${inChannels(sql, channels)}
  order by exists (select from purchase_order_line line
      where line.number = purchase_order.number and line.state = 'open') desc,
    purchase_order.made_at desc, purchase_order.number desc limit ${MAX_PURCHASE_ORDERS}`

export type StaffLine = {
  number: string
  line: number
  name: string
  variant: string
  picture: string
  parcel_state: ParcelView | null
  parcel_days: number | null
}

/** Data of purchase order lines that only staff see: names in their own language, and the state of the parcels. */
export const listStaffLines = (
  sql: Queries,
  numbers: readonly string[],
  { language, now }: { language: StaffLanguage; now: Date },
) => sql<StaffLine[]>`
  select purchased.number, purchased.line, ${orderLineName(sql, language)} as name,
    ${variantIn(sql, fallbackOrder(language, undefined))} as variant, order_line.picture,
    case when parcel.code is not null then ${viewOfParcel(sql, now)} end as parcel_state,
    extract(day from ${now}::timestamptz - parcel.sent_at)::integer as parcel_days
  from purchase_order_line purchased
    join orders on orders.number = purchased.order_number
    join order_line on order_line.order_number = purchased.order_number and order_line.line = purchased.line
    left join article on article.sku = purchased.sku
    left join product on product.id = article.product_id
    left join parcel on parcel.order_number = purchased.order_number and parcel.code = purchased.parcel_code
      and parcel.month = orders.month
  where purchased.number = any(${[...numbers]}::text[])`

export const listSupplierBrands = (sql: Queries) => sql<
  { id: string; name: string; supplier: { id: string; name: string } | null }[]
>`
  select brand.id, brand.name,
    case when supplier.id is not null then
      jsonb_build_object('id', supplier.id::text, 'name', supplier.name) end as supplier
  from brand left join supplier on supplier.id = supplier_id
  where not brand.retired or supplier_id is not null
  order by lower(brand.name), brand.id`

export async function insertSupplier(sql: Queries, fields: SupplierFields) {
  const [row] = await sql<{ id: number }[]>`insert into supplier ${sql(fields)} returning id`
  return row
}

export const lockSupplier = (sql: Queries, id: string) =>
  sql`select from supplier where id = ${id} for update`

export const saveSupplier = (sql: Queries, id: string, fields: SupplierFields) =>
  sql`update supplier set ${sql(fields)}, version = version + 1 where id = ${id}`

export const listOpenLines = (sql: Queries, id: string, channels: readonly string[] | null) => sql<
  OpenLine[]
>`
  select line.number, line.order_number, sku, line.name, line.variant, line.quantity
  from purchase_order_line line join purchase_order using (number) join orders on orders.number = line.order_number
  where supplier_id = ${id} and line.state = 'open' ${inChannels(sql, channels)}
  order by purchase_order.made_at, line.number, line.line limit ${MAX_EXPORTED_LINES}`
