import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmployerAnswer } from '#contract/client.employer.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import { type EmployerClient, employerClient } from '#server/testing/clients/employer-client.ts'
import { jsonOf, type StaffClient, staffClient } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
let hr: EmployerClient
let pdfium: PDFiumLibrary
let harbour = ''
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  const employer = await create('/employers', { name: 'Havenbedrijf' })
  harbour = await campaignOf(employer, '2001', [
    { department: 'Kraan', people: 14, came: 8 },
    { department: 'Loods', people: 10, came: 3 },
    { department: 'Directie', people: 3, came: 2 },
  ])
  hr = await employerClient(shop, employer)
  await hr.signIn()
  await shop.sql.begin((sql) => storeEmployerStatistics(sql, shop.clock.now()))
})
afterAll(async () => {
  pdfium.destroy()
  await shop.stop()
})

async function create(path: string, input: object) {
  const answer = await owner.request('POST', `/backoffice/api${path}`, input)
  return (await jsonOf<{ id: string }>(answer)).id
}

type Department = { department: string; people: number; came: number }

/** A campaign whose vouchers were partly activated. */
async function campaignOf(employer: string, channel: string, departments: Department[]) {
  const campaign = await create('/campaigns', { employer, channel, name: `Kerst ${channel}` })
  const [batch] = await shop.sql<{ id: number }[]>`
    insert into voucher_batch (channel_id, points, check_character, created_by, campaign_id, created_at)
    values (${channel}, 8, false, 'test', ${campaign}::bigint, ${shop.clock.now()}::timestamptz - interval '9 days')
    returning id`
  for (const { department, people, came } of departments) {
    for (let at = 0; at < people; at += 1) {
      const [voucher] = await shop.sql<{ id: number }[]>`
        with made as (
          insert into voucher (batch_id, channel_id) values (${batch?.id ?? 0}, ${channel}) returning id),
        voucher_balance as (insert into voucher_balance (voucher_id) select id from made),
        recipient as (
          insert into recipient (voucher_id, batch_id, name, department, added_at)
          select id, ${batch?.id ?? 0}, ${`${department} ${at}`}, ${department}, now() from made)
        select id from made`
      const id = voucher?.id ?? 0
      await shop.sql`insert into ledger (voucher_id, kind, points) values (${id}, 'grant', 8)`
      if (at < came)
        await shop.sql`
          insert into voucher_activation (voucher_id, at)
          values (${id}, ${shop.clock.now()}::timestamptz - make_interval(days => ${at}))`
    }
  }
  return campaign
}

async function reportOf(campaign: string, language = 'nl') {
  const path = `/employer/api/campaigns/${campaign}/report?language=${language}`
  const answer = await hr.request('GET', path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const pdf = Buffer.from(await answer.arrayBuffer())
  const document = await pdfium.loadDocument(pdf)
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  return { text, bytes: pdf.toString('latin1') }
}

it('creates a PDF with the published figures and a chart of a campaign, and nothing below the minimum group size (PRODUCT-15)', async () => {
  const { text, bytes } = await reportOf(harbour)
  for (const words of [
    'Campagnerapport',
    'Kerst 2001',
    '27 ontvangers · 8 punten per persoon',
    'Minstens 10 van de 27 ontvangers hebben hun cadeau geactiveerd.',
    'Kraan',
    'Loods',
  ])
    expect(text).toContain(words)
  // Thirteen activated, eight and three of them in the departments. The board of three is not mentioned.
  expect(text).not.toMatch(/\b13\b|Directie/)
  expect(text).toMatch(/Kraan\s+14\s+5\s/)
  // 'At least' is in the sentence about the campaign. Below, one note covers all figures.
  expect(text.match(/minstens/gi)).toHaveLength(1)
  expect(text).toContain('Elk cijfer is een minimum')
  for (const mark of ['/StructTreeRoot', '/S /H1', '/S /Figure', '/S /Table', '/Lang (nl)', '/Alt'])
    expect(bytes).toContain(mark)
  // The logo of the employer's own shop replaces the name.
  expect(text).not.toMatch(/^Havenbedrijf\s*$/m)

  const german = await reportOf(harbour, 'de')
  expect(german.text).toContain('Kampagnenbericht')
  expect(german.text).toContain('Mindestens 10 von 27 Empfängern')
  expect(german.bytes).toContain('/Lang (de)')
})

it('rounds the data of each chart like the published figures (PRODUCT-15)', async () => {
  const answer = await hr.request('GET', '/employer/api/figures')
  const { items } = await jsonOf<EmployerAnswer<'figures'>>(answer)
  const [campaign, ...departments] = items
  expect(campaign?.came_by_night.at(-1)?.came).toBe(campaign?.came)
  expect(campaign?.came_by_night.length).toBeGreaterThan(1)
  expect(campaign?.came_by_night.filter(({ came }) => came % 5 !== 0)).toEqual([])
  expect(departments.map(({ department, came_by_night }) => [department, came_by_night])).toEqual([
    ['Kraan', []],
    ['Loods', []],
  ])
  const campaigns = await hr.request('GET', '/employer/api/campaigns')
  expect(await campaigns.text()).not.toMatch(/came|people|13/)
})

it('shows logo and colours of the newest campaign’s shop, and no logo of a shop that several employers use (PRODUCT-15)', async () => {
  const appearanceOf = async (guest: EmployerClient) => {
    await guest.signIn()
    return jsonOf<EmployerAnswer<'appearance'>>(
      await guest.request('GET', '/employer/api/appearance'),
    )
  }
  const own = await appearanceOf(hr)
  expect(own.logo).toMatch(/\.svg$/)
  expect(own.theme).toMatchObject({ active: '#f2a33c', heading: '#12394f' })
  expect(own.shops).toMatchObject([{ channel: '2001', logo: own.logo }])
  expect(own.shops[0]?.hero).not.toBe('')

  // The main shop of the gift company shows no employer's logo.
  const employer = await create('/employers', { name: 'Kwartelhof' })
  await campaignOf(employer, '1014', [])
  const general = await appearanceOf(await employerClient(shop, employer))
  expect(general).toMatchObject({ logo: '', theme: { heading: '#17324d' } })
  // Once a second employer uses the shop, its logo is no longer shown.
  await campaignOf(employer, '2001', [])
  expect((await appearanceOf(hr)).logo).toBe('')
  // Without a campaign the portal has the default theme.
  const nobody = await create('/employers', { name: 'Nieuw' })
  expect(await appearanceOf(await employerClient(shop, nobody))).toMatchObject({
    logo: '',
    shops: [],
  })
})
