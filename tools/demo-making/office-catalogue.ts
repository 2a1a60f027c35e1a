import type { Queries } from '#server/platform/db/database.ts'
import type { StaffWork } from '#tools/demo-making/office-entry.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

const CHANNEL = '1014'
/** Brands whose prices went up by a point: in bulk, or by a file. */
const RAISED = { pepperfold: 96, sablonne: 3 }
const BY_FILE = { brand: 'funkenau', ago: 41 }
/** A bulk price change that was undone after two days. */
const SALE = { brand: 'windmee', ago: 27, undone: 25 }
/** Below this price, a change by one point is too much. */
const LEAST_POINTS = 3

type Prices = ReadonlyMap<string, { gifts: string[]; rows: { sku: string; points: number }[] }>

/**
 * Sets the prices before the changes, so that they end as in the demo world. Returns the gifts of each brand.
 */
export async function earlierPrices(sql: Queries): Promise<Prices> {
  const brands = [...Object.keys(RAISED), BY_FILE.brand, SALE.brand]
  const rows = await sql<{ brand: string; gift: string; sku: string; points: number }[]>`
    select brand_id as brand, product.id as gift, sku, points
    from offer join article using (sku) join product on product.id = product_id
    where channel_id = ${CHANNEL} and active and brand_id = any(${brands}) and not exists (
      select from offer other join article on article.sku = other.sku
      where article.product_id = product.id and other.channel_id = ${CHANNEL}
        and (other.points < ${LEAST_POINTS} or not other.active))
    order by product.id, offer.position, sku`
  const raised = rows.filter(({ brand }) => brand !== SALE.brand).map(({ sku }) => sku)
  await sql`
    update offer set points = points - 1 where channel_id = ${CHANNEL} and sku = any(${raised})`
  return new Map(
    brands.map((brand) => {
      const brandRows = rows.filter((row) => row.brand === brand)
      return [brand, { gifts: [...new Set(brandRows.map(({ gift }) => gift))], rows: brandRows }]
    }),
  )
}

/** Price changes and imports. */
export function catalogueEntries(played: PlayedShop, prices: Prices): StaffWork[] {
  const sale: { id?: string } = {}
  const giftsOf = (brand: string) => prices.get(brand)?.gifts ?? []
  return [
    ...Object.entries(RAISED).map(([brand, ago]) => ({
      ago,
      time: '10:25',
      run: async () => {
        const points = { how: 'add', value: 1 } as const
        const reason = 'Inkoopprijs van de leverancier gestegen.'
        await changePrices(played, { gifts: giftsOf(brand), points, reason })
      },
    })),
    {
      ago: SALE.ago,
      time: '09:35',
      run: async () => {
        const points = { how: 'percent', value: 90 } as const
        const reason = 'Actieweek sport en buiten.'
        sale.id = await changePrices(played, { gifts: giftsOf(SALE.brand), points, reason })
      },
    },
    {
      ago: SALE.undone,
      time: '16:05',
      run: async () => {
        const reason = 'De actie gaat niet door.'
        await played.call('merchandiser', 'undoBulkChange', { id: sale.id ?? '', reason })
      },
    },
    {
      ago: BY_FILE.ago,
      time: '13:20',
      run: () => importPrices(played, prices.get(BY_FILE.brand)?.rows ?? []),
    },
    { ago: 1, time: '15:10', run: () => uploadNewGifts(played) },
  ]
}

type PriceChange = {
  gifts: string[]
  points: { how: 'add' | 'percent'; value: number }
  reason: string
}

async function changePrices(played: PlayedShop, { gifts, points, reason }: PriceChange) {
  const action = { field: 'points' as const, ...points, channels: [CHANNEL] }
  const request = { ids: gifts, count: gifts.length, action }
  const { seen } = await played.call('merchandiser', 'previewBulkChange', request)
  const { id } = await played.call('merchandiser', 'createBulkChange', { ...request, seen, reason })
  return id
}

async function importPrices(played: PlayedShop, rows: { sku: string; points: number }[]) {
  const lines = rows.map(({ sku, points }) => `${sku},${points}`)
  const { id, counts } = await played.upload('merchandiser', {
    kind: 'prices',
    name: 'prijslijst-funkenau.csv',
    text: [`sku,points ${CHANNEL}`, ...lines, ''].join('\n'),
  })
  await played.call('merchandiser', 'applyImport', { id, count: counts.made + counts.changed })
  await played.runJobs()
}

/** This file contains mistakes to correct: brands, a price in words, a delivery method. */
const NEW_GIFTS = `gift,brand,delivery,name nl,name en,points ${CHANNEL}
thermos-granite,halfeen,monta,Thermosfles graniet,Granite thermos,6
tea-light-trio,ombrelune,monta,Theelichten set van drie,Tea light trio,3
reading-lamp-clip,schemerhuiss,monta,Leeslampje met klem,Clip reading lamp,4
kitchen-scale-oak,rohlgut,monta,Keukenweegschaal eiken,Oak kitchen scale,twaalf
bike-pump-mini,windmee,montta,Minifietspomp,Mini bike pump,4
picnic-basket-two,duinvuur,monta,Picknickmand voor twee,Picnic basket for two,11
wool-hat-ribbed,wolderijj,monta,Geribde wollen muts,Ribbed wool hat,5
olive-dish-duo,terpklei,monta,Olijvenschaaltjes set van twee,Olive dish duo,
`

const uploadNewGifts = (played: PlayedShop) =>
  played.upload('merchandiser', {
    kind: 'gifts',
    name: 'nieuwe-cadeaus-voorjaar.csv',
    text: NEW_GIFTS,
  })
