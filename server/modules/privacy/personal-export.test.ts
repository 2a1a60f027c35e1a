import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { allLanguages, type Language } from '#domain/language.ts'
import { hasFieldLabel, exportTextsIn } from '#server/modules/privacy/personal-export-texts.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  await service.signIn()
})
afterAll(() => shop.stop())

type File = { name: string; type: string; text: string }
const exportOf = async (voucher: number, as: 'html' | 'json') =>
  jsonOf<File>(
    await service.request('POST', `/backoffice/api/vouchers/${voucher}/personal-data/export`, {
      as,
      reason: 'Asked </script> by letter',
    }),
  )
/** The text of a page without scripts and styles. */
const visibleText = (html: string) => html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [key, ...keysIn(child)])
}

it('exports a recipient’s data in their language, with readable dates and amounts, and as JSON (DESK-39)', async () => {
  const gift = await shop.gift({ points: 9, inStock: 5, name: 'Vaas' })
  const { holder, number } = await cardOrder(shop, { gift, points: 7 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const countries = { nl: 'Nederland', en: 'Netherlands', de: 'Niederlande', fr: 'Pays-Bas' }
  const textsIn = (language: Language) => {
    const { sections, names, history, mails, states, points } = exportTextsIn(language)
    const ofOrder = [names.placed_at, history.placed, mails['order-confirmation'], states.paid]
    return [sections.voucher, ...ofOrder, points.capture, countries[language]]
  }
  for (const language of allLanguages) {
    await shop.sql`update voucher set language = ${language} where id = ${holder.voucherId}`
    const { text } = await exportOf(holder.voucherId, 'html')
    const read = visibleText(text)
    expect(text).toContain(`<html lang="${language}">`)
    for (const words of textsIn(language)) expect(read, language).toContain(words)
    expect(read).toMatch(/10,00|10\.00/)
    // No field names and no ISO timestamps.
    expect(read).not.toMatch(/\d{4}-\d{2}-\d{2}/)
    expect(read).not.toMatch(
      /placed_at|firstName|houseNumber|postalCode|order-confirmation|person\.exported/,
    )
    expect(read).not.toMatch(/shipperCode|latitude/)
    const inside = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)?.[1]
    const data = JSON.parse(inside ?? '') as Record<string, unknown>
    const json = JSON.parse((await exportOf(holder.voucherId, 'json')).text) as typeof data
    // Each copy adds an action to the next one.
    const { actions: _first, ...rest } = data
    const { actions: _second, ...same } = json
    expect(rest).toEqual(same)
    expect(keysIn(json).length).toBeGreaterThan(40)
  }
})

it('has labels in four languages for every exported field (DESK-39)', async () => {
  const source = await readFile(
    path.join(projectRoot, 'server/modules/privacy/personal-export.ts'),
    'utf8',
  )
  const [, query = ''] = /const \[row\] = await sql(.*?)as file`/s.exec(source) ?? []
  // Keys of the pairs of jsonb_build_object. A column, a call or a subquery follows each.
  const keys = [...query.matchAll(/'([a-z_]+)',\s+(?=[a-z(])/g)].map(([, key = '']) => key)
  expect(keys.length).toBeGreaterThan(60)
  const sections = /const SECTIONS = \[(.*?)\]/s.exec(source)?.[1] ?? ''
  expect(keys.filter((key) => !hasFieldLabel(key) && !sections.includes(`'${key}'`))).toEqual([])
})
