import { execFileSync } from 'node:child_process'
import path from 'node:path'

import type { Locator, Page } from 'playwright-core'

import { type Answer, createClient } from '#contract/client.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { waitForIdle } from '#e2e/support/network-idle.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { DEFAULT_PEPPER, DEFAULT_SALT } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const keys = voucherKeys(DEFAULT_SALT, DEFAULT_PEPPER)

/** Each channel with its host and the points of a new voucher. */
const CHANNELS = {
  '1014': { host: '127.0.0.1', points: 20, language: 'nl' },
  '2001': { host: 'noordzee.localhost', points: 12, language: 'nl' },
  '2002': { host: 'alpenwerk.localhost', points: 10, language: 'de' },
} as const
export type Channel = keyof typeof CHANNELS

type Vouchers = (channel: Channel, points: number) => string

type Arrival = {
  channel?: Channel
  /** Of the demo world; without it a fresh voucher with these points. */
  code?: string
  points?: number
  language?: string
  cart?: readonly string[]
  wishes?: readonly string[]
  /** Name and address as already given. */
  person?: boolean
}

export type Stage = ReturnType<typeof makeStage>
export type Scenes = Record<string, (stage: Stage) => Promise<void>>

/** Unused vouchers, created with the command line. */
export function makeVouchers(data: string): Vouchers {
  const kept = new Map<string, string[]>()
  return (channel, points) => {
    const key = `${channel} ${points}`
    const codes = kept.get(key) ?? create(data, channel, points)
    kept.set(key, codes)
    const code = codes.pop()
    if (!code) throw new Error(`no voucher of ${key} is left`)
    return code
  }
}

function create(data: string, channel: string, points: number) {
  const words = `vouchers create --channel ${channel} --points ${points} --count 60`
  const csv = execFileSync(
    process.execPath,
    [
      path.join(projectRoot, 'dist/shop.mjs'),
      ...words.split(' '),
      '--valid-until',
      new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10),
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, GIFTPOINT_DATA: data },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [, ...lines] = csv.trim().split(/\r?\n/)
  return lines.map((line) => line.split(',')[0] ?? '')
}

export const someone = {
  contact_email: 'sanne.devries@example.com',
  contact_first_name: 'Sanne',
  contact_surname_prefix: 'de',
  contact_surname: 'Vries',
  contact_telephone: '0612345678',
} as const
const HOMES = {
  nl: ['Zilverkade', '12', '1012AB', 'Amsterdam', 'NL'],
  de: ['Silberlindenstraße', '12', '10117', 'Berlin', 'DE'],
} as const

export function makeStage({
  page,
  url,
  vouchers,
  file,
}: {
  page: Page
  url: string
  vouchers: Vouchers
  file: string
}) {
  const phone = (page.viewportSize()?.width ?? 0) < 600

  async function go(path: string, channel: Channel = '1014') {
    await page.goto(url.replace('127.0.0.1', CHANNELS[channel].host) + path)
  }

  /** As one who has logged in, and done all of this before. */
  async function arrive(path: string, given: Arrival = {}) {
    const channel = given.channel ?? '1014'
    const { points, language } = CHANNELS[channel]
    const code = given.code ?? vouchers(channel, given.points ?? points)
    const holder = await logIn(code)
    for (const sku of given.cart ?? []) {
      await holder.done('changeCart', { spli_id: `${channel}-${sku}`, quantity: 1 })
    }
    for (const sku of given.wishes ?? []) {
      await holder.done('addWish', { sales_pricelist_item: `${channel}-${sku}` })
    }
    if (given.person) {
      const [street, number, postalCode, city, country] = HOMES[language]
      await holder.done('saveAddress', {
        ...someone,
        delivery_address_street: street,
        delivery_address_housenr: number,
        delivery_address_housenr_appendix: '',
        delivery_address_postal_code: postalCode,
        delivery_address_city: city,
        delivery_address_country_code: country,
        address_confirmed: true,
        direct_delivery_consent: true,
        language: given.language ?? language,
      })
    }
    await go('/health/live', channel)
    await page.evaluate(
      ({ session, local }) => {
        for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value)
        for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
      },
      { session: holder.session, local: { ...holder.local, language: given.language ?? language } },
    )
    await go(path, channel)
    return holder
  }

  async function logIn(code: string) {
    let token: string | null = null
    const client = createClient({ base: url, fetch, token: () => token })
    async function done<Name extends CallName>(
      name: Name,
      input: InputOf<Endpoints[Name]>,
    ): Promise<Answer<Name>> {
      const outcome = await client.call(name, input)
      if (refused(outcome)) throw new Error(`${name} was refused: ${JSON.stringify(outcome)}`)
      return outcome
    }
    const answer = await done('logIn', { encrypted_code: keys.wireHash(code) })
    if (!answer.code_is_valid) throw new Error(`${code} was rejected`)
    const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } = answer
    token = wt
    return {
      done,
      session: {
        token: wt,
        cart_guid: shopping_cart_guid,
        encrypted_code: keys.wireHash(code),
        customerInfo: JSON.stringify({ first_name: shoppingcart.first_name, salutation: '' }),
        employeeInfo: JSON.stringify({
          shopping_cart_guid,
          sales_channel,
          corporate_identity,
          shoppingcart,
        }),
      },
      local: {
        wt,
        cookieConsent: 'necessary',
        welcomeOverlay: 'true',
        'blur-category-images': String(corporate_identity.blur_category_images),
      },
    }
  }

  /**
   * Takes a screenshot of the window; `down` extends it below the window by that many pixels, at most to the end of
   * the page.
   */
  async function shot(part = '', { down = 0 }: { down?: number } = {}) {
    await waitForIdle(page)
    const [width, height] = [page.viewportSize()?.width ?? 0, page.viewportSize()?.height ?? 0]
    if (down > height) {
      for (let y = 0; y < Math.min(down, await pageHeight()) - 2 * height; y += height * 0.8) {
        await page.evaluate((y) => scrollTo(0, y), y)
        await page.waitForTimeout(60)
      }
      await page.evaluate(() => scrollTo(0, 0))
    }
    // Wait until loaded images are decoded and all motion has stopped.
    await page.evaluate(async () => {
      const seen = [...document.images].filter((image) => {
        const { top, width } = image.getBoundingClientRect()
        return width > 0 && top < innerHeight
      })
      const late = new Promise((resolve) => setTimeout(resolve, 3000))
      await Promise.race([late, Promise.all(seen.map((image) => image.decode().catch(() => {})))])
      await document.fonts.ready
    })
    await page.waitForTimeout(120)
    const target = `${file}${part && `-${part}`}.png`
    if (down === 0) await page.screenshot({ path: target })
    else {
      await page.screenshot({
        path: target,
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(Math.max(down, height), await pageHeight()) },
      })
    }
  }

  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight)

  return { page, phone, go, arrive, shot, see }
}

async function see(locator: Locator) {
  await locator.first().waitFor({ state: 'visible' })
}
