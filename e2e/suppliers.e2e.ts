import { axeFindsNothing } from '#e2e/axe-check.ts'
import { enterDesk } from '#e2e/desk-steps.ts'
import { fitsSideways, journey, see } from '#e2e/journey.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { deskGuest } from '#server/testing/desk-guest.ts'
import { sampleOrder } from '#server/testing/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function asked(shop: TestShop) {
  const kettle = await shop.gift({ points: 47, inStock: 9, delivery: 'dropship', name: 'Ketel' })
  const [supplier] = await shop.sql<{ id: number }[]>`
    insert into supplier (name, email) values ('Ketelmakers', 'ketels@example.com') returning id`
  await shop.sql`
    update brand set supplier_id = ${supplier?.id ?? 0} from product join article on product.id = product_id
    where brand.id = brand_id and sku = ${kettle.sku}`
  const { number } = await sampleOrder(shop, { gifts: [kettle], quantity: 1 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await releaseOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail where recipient = 'ketels@example.com' order by created_at desc limit 1`
  return { number, link: /(\/supplier\/[\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? '' }
}

journey(
  'a supplier ships from a link by the keyboard, and the desk sees supplier, parcel and order (DESK-35, DESK-34, DESK-40)',
  async ({ wide, phone, shop }) => {
    const { number, link } = await asked(shop)
    const { page } = phone
    await page.goto(shop.url + link)
    await see(page.getByRole('heading', { name: `Inkooporder ${number}-P1` }))
    await axeFindsNothing(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await axeFindsNothing(page)
    await page.setViewportSize({ width: 320, height: 720 })
    await fitsSideways(page)
    await page.getByLabel('Vervoerder').fill('GLS')
    await page.getByLabel('Volgcode').fill('GLS4711')
    await page.getByRole('button', { name: 'Dit is verstuurd' }).press('Enter')
    await see(page.getByRole('status'))
    await see(page.getByText('Alles is beantwoord.', { exact: false }))
    await axeFindsNothing(page)

    const fulfilment = await deskGuest(shop, 'fulfilment')
    await shop.sql`update staff set language = 'nl' where id = ${fulfilment.staffId}`
    wide.expectComplaint('401')
    const desk = wide.page
    await enterDesk(wide, 'nl', '/desk/parcels', fulfilment)
    await see(desk.getByRole('link', { name: 'GLS4711' }))
    await axeFindsNothing(desk)
    await desk.getByRole('link', { name: 'GLS4711' }).click()
    await see(desk.getByText('Leverancier verstuurde'))
    await axeFindsNothing(desk)
    await wide.go('/desk/suppliers')
    await desk.getByRole('link', { name: 'Ketelmakers' }).click()
    await see(desk.getByText(`${number}-P1`))
    await axeFindsNothing(desk)
  },
)
