import type { Queries } from '#server/platform/db/database.ts'

export const NOT_INITIALIZED =
  'The shop is empty. Create its texts and its first channel: npm run shop -- begin --channel 1014 --name NAME --language nl --host HOST'

/** Thrown when a channel is requested in a shop that has none. */
export class ShopNotInitialized extends Error {
  override name = 'ShopNotInitialized'
  constructor() {
    super(NOT_INITIALIZED)
  }
}

export async function isShopInitialized(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select exists (select from channel) as there`
  return row?.there === true
}

/** For visitors: no details, in Dutch and English. */
export const NOT_INITIALIZED_PAGE = {
  language: 'nl',
  title: 'Deze winkel is nog niet open',
  shopName: '',
  theme: [],
  body: '<p lang="en">This shop is not open yet.</p>',
}
