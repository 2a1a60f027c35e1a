import type { Order } from '#contract/orders/orders.shop.ts'
import type { Scenes } from '#e2e/screenshots/scene-setup.ts'
import {
  WHOLE,
  VASE,
  BUDS,
  BOOKS,
  h1,
  dialog,
  ordered,
  orderPage,
} from '#e2e/screenshots/scene-steps.ts'

/** Orders after the checkout. */
export const orderScenes: Scenes = {
  async confirmation(stage) {
    const { go, page, see, shot } = stage
    await ordered(stage, { cart: [VASE, BUDS, BOOKS] })
    await shot('', WHOLE)
    await page.waitForTimeout(1500)
    await go('/sandbox/mails')
    await page.locator('li a').first().click()
    await see(page.getByRole('heading', { level: 2 }))
    await shot('mailbox')
    await go((await page.locator('iframe').getAttribute('src')) ?? '')
    await see(page.getByRole('heading'))
    await shot('mail', WHOLE)
  },
  async 'confirmation-2001'(stage) {
    await ordered(stage, { channel: '2001', cart: [VASE] })
    await stage.shot('', WHOLE)
  },
  async 'confirmation-2002'(stage) {
    await ordered(stage, { channel: '2002', points: 7, cart: [VASE] })
    await stage.shot('', WHOLE)
  },

  async order(stage) {
    const { page, see, shot } = stage
    await orderPage(stage)
    await shot('', WHOLE)
    for (const [part, name] of [
      ['other-gifts', 'Andere cadeaus kiezen'],
      ['address', 'Gegevens wijzigen'],
      ['delivery', 'Bezorging wijzigen'],
      ['cancel', 'Bestelling annuleren'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await see(dialog(page))
      await page.waitForTimeout(400)
      await shot(part)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Bestelling annuleren', exact: true }).click()
    await dialog(page)
      .getByRole('button', { name: /Annuleer/ })
      .last()
      .click()
    await see(page.getByText(/Deze bestelling is geannuleerd/))
    await shot('cancelled', WHOLE)
  },
  async 'order-past'({ arrive, page, see, shot }) {
    const holder = await arrive('/', { code: 'giftshop7' })
    const { response } = await holder.done('orders', {})
    await page.goto(new URL(`/orders/${response[0]?.order_number}`, page.url()).href)
    await see(h1(page))
    await page.waitForTimeout(400)
    await shot('', WHOLE)
  },
  /** As if it had been brought already: what the shop answers is what it would answer then. */
  async 'order-withdraw'(stage) {
    const { page, see, shot } = stage
    const withdrawable = ({ quantity, ...item }: Order['items'][number]) => ({
      ...item,
      quantity,
      state: 'delivered' as const,
      withdrawable: quantity,
    })
    await page.route('**/rest/orders/*', async (route) => {
      const response = await route.fetch()
      const { response: order, ...rest } = (await response.json()) as { response: Order }
      const can = { ...order.can, cancel: false, change_address: false, change_delivery: false }
      await route.fulfill({
        json: {
          ...rest,
          response: {
            ...order,
            state: 'delivered',
            undo_until: null,
            can: { ...can, change_gifts: false, withdraw: true },
            withdraw_until: new Date(Date.now() + 12 * 86_400_000).toISOString(),
            items: order.items.map(withdrawable),
          } satisfies Order,
        },
      })
    })
    await orderPage(stage)
    await shot('', WHOLE)
    await page.locator('[aria-labelledby="order-withdraw"] button').click()
    await see(dialog(page))
    await dialog(page).locator('button[type=submit]').click()
    await shot('nothing')
    await dialog(page).getByRole('checkbox').first().check()
    await shot('chosen')
    await dialog(page).locator('button[type=submit]').click()
    await shot('confirm')
  },
  async 'order-2001'(stage) {
    await orderPage(stage, { channel: '2001', cart: [VASE] })
    await stage.shot('', WHOLE)
  },
  async 'order-2002'(stage) {
    await orderPage(stage, { channel: '2002', points: 7, cart: [VASE] })
    await stage.shot('', WHOLE)
  },
}
