import type { Language, Texts } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { CHANNEL_COLUMNS } from '#domain/channels/channel-columns.ts'

export type Channel = {
  id: string
  name: string
  /** Recipients can log in only if it is open. */
  state: 'making' | 'open' | 'closed'
  mainSite: boolean
  websiteUrl: string
  defaultLanguage: Language
  /** Languages that recipients can choose beside the default language. */
  offeredLanguages: Language[]
  /** An IANA name. Determines when days start and end, such as 'today' and 'until 31 December'. */
  timeZone: string
  canBuyPoints: boolean
  continueShipping: boolean
  homeDeliveryAllowed: boolean
  splitShipmentAllowed: boolean
  skipCartOverlay: boolean
  noQuantityAdjustment: boolean
  noFilter: boolean
  useChatbot: boolean
  blurCategoryImages: boolean
  logo: string
  /** The channel's own alternative texts of its logo. */
  logoAlt: Texts
  /** The library's alternative texts of the logo. */
  libraryLogoAlt: Texts
  themeOptions: { reference: string; value: string }[]
  undoMinutes: number
  /** Delivery time of suppliers, in days. */
  supplierDays: number
  countries: string[]
  company: Record<string, string>
  organisation: Record<string, string>
}

type Row = {
  id: string
  name: string
  state: 'making' | 'open' | 'closed'
  main_site: boolean
  website_url: string
  default_language: Language
  offered_languages: Language[]
  time_zone: string
  can_buy_points: boolean
  continue_shipping: boolean
  home_delivery_allowed: boolean
  split_shipment_allowed: boolean
  skip_cart_overlay: boolean
  no_quantity_adjustment: boolean
  no_filter: boolean
  use_chatbot: boolean
  blur_category_images: boolean
  logo: string
  logo_alt: Texts
  logo_says: Texts
  theme_options: { reference: string; value: string }[]
  undo_minutes: number
  supplier_days: number
  countries: string[]
  company: Record<string, string>
  organisation: Record<string, string>
}

export async function findChannel(sql: Queries, id: string): Promise<Channel | undefined> {
  const [row] = await sql<Row[]>`
    select *, coalesce((
        select jsonb_object_agg(language, alt) from media_alt_text join picture on hash = picture_hash
        where hash = left(logo, 32) and not decoration), '{}') as logo_says
    from channel where id = ${id}`
  return (
    row && {
      id: row.id,
      name: row.name,
      state: row.state,
      mainSite: row.main_site,
      websiteUrl: row.website_url,
      defaultLanguage: row.default_language,
      offeredLanguages: row.offered_languages,
      timeZone: row.time_zone,
      canBuyPoints: row.can_buy_points,
      continueShipping: row.continue_shipping,
      homeDeliveryAllowed: row.home_delivery_allowed,
      splitShipmentAllowed: row.split_shipment_allowed,
      skipCartOverlay: row.skip_cart_overlay,
      noQuantityAdjustment: row.no_quantity_adjustment,
      noFilter: row.no_filter,
      useChatbot: row.use_chatbot,
      blurCategoryImages: row.blur_category_images,
      logo: row.logo,
      logoAlt: row.logo_alt,
      libraryLogoAlt: row.logo_says,
      themeOptions: row.theme_options,
      undoMinutes: row.undo_minutes,
      supplierDays: row.supplier_days,
      countries: row.countries,
      company: row.company,
      organisation: row.organisation,
    }
  )
}

export async function allHosts(sql: Queries) {
  // A channel that was never opened is invisible, even by its number.
  const channels = await sql<{ id: string; main_site: boolean; website_url: string }[]>`
    select id, main_site, website_url from channel where state <> 'making'`
  const hosts = await sql<{ host: string; channel_id: string }[]>`
    select host, channel_id from channel_host`
  return { channels, hosts }
}

/** Writes these columns of some channels. Each row has the columns and the id of the channel. */
export const writeChannelColumns = (
  sql: Queries,
  columns: readonly (keyof typeof CHANNEL_COLUMNS)[],
  rows: readonly object[],
) => sql`
  update channel set ${sql.unsafe(columns.map((name) => `${name} = wanted.${name}`).join(', '))}
  from jsonb_to_recordset(${sql.json(rows)}) as wanted (id text,
    ${sql.unsafe(columns.map((name) => `${name} ${CHANNEL_COLUMNS[name].type}`).join(', '))})
  where channel.id = wanted.id`
