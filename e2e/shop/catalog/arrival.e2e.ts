import { expect } from 'vitest'

import { cardOf, queryOf } from '#e2e/support/gift-cards.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'

const HALF_AN_HOUR_MS = 30 * 60_000

test('a gift that arrives in time has a badge and can be filtered by it, until the cut-off (at home before)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  // A Thursday, an hour before the warehouse closes. An order can be undone for half an hour, and leaves after that.
  // What is ordered later arrives on Monday.
  shop.clock.halt()
  shop.clock.advance(Date.parse('2027-12-02T15:00:00Z') - shop.clock.now().getTime())
  await shop.gift({ points: 2, name: 'Kan uit het magazijn' })
  await shop.gift({ points: 2, name: 'Lamp van ver', delivery: 'dropship' })
  await shop.gift({ points: 2, name: 'Bon per e-mail', delivery: 'digital' })
  const { code } = await shop.holder({ points: 20 })
  await page.clock.install()
  await wide.openAs(code, '/products?pointsFrom=2&pointsTo=2')
  const jug = cardOf(page, 'Kan uit het magazijn')
  const lamp = cardOf(page, 'Lamp van ver')
  await expectVisible(jug.getByText('Morgen in huis'))
  await expectVisible(lamp)
  await expectHidden(lamp.getByText(/in huis/i))

  const chip = page.getByRole('button', { name: 'In huis vóór 5 december' })
  await chip.click()
  await expectHidden(lamp)
  await expectVisible(jug)
  // What comes by e-mail is always in time.
  await expectVisible(cardOf(page, 'Bon per e-mail'))
  await expect.poll(() => queryOf(page).get('homeBefore')).toBe('2027-12-05')

  await expectVisible(page.getByText('Vandaag besteld'))
  await jug.getByRole('link').click()
  await expectVisible(page.getByText('Morgen in huis als je vóór 16:30 bestelt'))
  // A gift's page states one day: the gift's own.
  await expectHidden(page.getByText('Vandaag besteld'))
  await expectVisible(page.getByText('Bij een afhaalpunt op maandag 6 december'))
  await page.goBack()
  await expectVisible(jug.getByText('Morgen in huis'))

  // The page stays open over the cut-off.
  shop.clock.advance(HALF_AN_HOUR_MS)
  await page.clock.fastForward(HALF_AN_HOUR_MS)
  await expectHidden(page.getByText('Morgen in huis'))
  await expectHidden(chip)
  await expectHidden(jug)
  await page.getByRole('button', { name: 'Wis filters' }).first().click()
  await expectVisible(jug)
  await expectHidden(page.getByRole('main').getByText(/in huis/i))
  // The bar on top names the same day as the gifts.
  await expectVisible(page.getByText('Vandaag besteld, in huis op maandag 6 december'))
})
