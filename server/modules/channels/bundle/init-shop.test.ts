import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { COMPONENTS } from '#domain/content/components.ts'
import { ErrorAnswer } from '#contract/shared/error-response.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { allLanguages } from '#domain/language.ts'
import { initShop, type NewShop } from '#server/modules/channels/bundle/init-shop.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ database: await testDatabase('template_migrated') })
})
afterAll(() => shop.stop())

const beginning = (more: Partial<NewShop> = {}): NewShop => ({
  sql: shop.sql,
  channel: '5001',
  name: 'Zonnehof',
  language: 'de',
  hosts: ['zonnehof.example'],
  ...more,
})
const ready = async () => {
  const answer = await shop.request('/health/ready')
  return { status: answer.status, body: await answer.text() }
}

describe('shop before init', () => {
  it('answers 503 with the init command to the operator and an empty-shop page to the visitor (B28)', async () => {
    const { status, body } = await ready()
    expect(status).toBe(503)
    expect(ErrorAnswer.parse(JSON.parse(body)).error.Message).toContain('npm run shop -- begin')
    const site = await shop.request('/rest/site')
    expect(site.status).toBe(503)
    expect(await site.text()).toContain('The shop is empty.')
  })

  it.each([
    [{ channel: '2' }, 'reserved for shared content'],
    [{ channel: '../x' }, 'not a channel'],
    [{ language: 'it' }, "'it' is not one of nl, en, de, fr"],
    [{ hosts: ['https://zonnehof.example'] }, 'is not a host'],
    [{ timeZone: 'Europe/Atlantis' }, 'is not a time zone'],
  ])('refuses init with %o, and writes nothing (B28)', async (wrong, sentence) => {
    await expect(initShop(beginning(wrong))).rejects.toThrow(sentence)
    expect([...(await shop.sql`select id from channel`)]).toEqual([])
  })
})

describe('shop after init', () => {
  it('is created once in a race of eight calls (B28)', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => initShop(beginning())),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(String(outcome.reason)).toContain('already contains a shop, with channel 2, 5001')
    await shop.shop.changeEvents.poll()
    expect((await ready()).status).toBe(200)
  })

  it('has every component in every language, and no demo content (B28)', async () => {
    for (const language of allLanguages)
      for (const path of COMPONENTS) {
        const answer = await shop.call('component', { path, language })
        if (refused(answer)) throw new Error(`${path} is missing`)
        const { blocks, sales_channel } = answer.response
        expect(sales_channel).toBe('5001')
        const all = JSON.stringify(blocks)
        expect(all).not.toMatch(/giftpoint|noordzee|alpenwerk|"lang"/i)
        expect(blocks.length).toBeGreaterThan(0)
      }
    expect(await shop.call('site', {})).toMatchObject({ default_language: 'de', main_site: true })
    const header = await shop.call('component', { path: 'headercomponents', language: 'nl' })
    expect(JSON.stringify(header)).toContain('"key":"default_language","value_string":"de"')
    expect([...(await shop.sql`select id from voucher`)]).toEqual([])
  })

  it('shows no delivery time and no trust mark before they are configured (SAFE-18, B7)', async () => {
    for (const [path, key] of [
      ['headercomponents', 'timingText'],
      ['footercomponents', 'guaranteeText'],
    ] as const)
      for (const language of allLanguages) {
        const answer = await shop.call('component', { path, language })
        if (refused(answer)) throw new Error(`${path} is missing`)
        const fields = answer.response.blocks.flatMap(({ custom_fields }) => custom_fields)
        expect(fields.filter((field) => field.key === key && field.value_string)).toEqual([])
      }
  })

  it('imports a folder of its own, and sells its gift (B28)', async () => {
    const { folder, remove } = await temporaryFolder({
      'channel.yaml': "id: '5001'\nname: Zonnehof\n",
      'brands.yaml': 'borgwerk: { name: Borgwerk }\n',
      'products/owl.yaml':
        'brand: borgwerk\ndelivery: digital\ntexts:\n  nl: { name: Uil, description: Oehoe }\n  de: { name: Eule }\n',
      'prices.csv': 'sku,points\nowl,3\n',
    })
    const { problems, warnings } = await importFolder({ sql: shop.sql, folder })
    await remove()
    await shop.shop.changeEvents.poll()
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    const holder = await shop.holder({ channel: '5001' })
    const { response } = await holder.done('products', {})
    expect(response).toMatchObject([{ SCP: 'owl', name: 'Eule' }])
  })
})
