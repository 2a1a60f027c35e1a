import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { DESK_LANGUAGES, DESK_WORDS, enterDesk, knock } from '#e2e/desk-steps.ts'
import { fitsSideways, journey, see } from '#e2e/journey.ts'
import { deskGuest } from '#server/testing/desk-guest.ts'

journey(
  'one signs in at the page that one wanted, with one text for what is wrong, and out again (DESK-1)',
  async ({ wide, shop }) => {
    const { page } = wide
    const owner = await deskGuest(shop)
    const words = DESK_WORDS.nl
    wide.expectComplaint('401')
    await wide.go('/desk/staff?role=owner')
    await see(page.getByRole('heading', { name: 'De balie' }))
    await axeFindsNothing(page)
    await knock(wide, 'nl', { email: owner.email, password: 'not this one, sorry' })
    await see(page.getByRole('alert').getByText(words.wrong))
    await knock(wide, 'nl', { email: 'nobody@giftpoint.example' })
    await see(page.getByRole('alert').getByText(words.wrong))
    await knock(wide, 'nl', owner)
    await see(page.getByRole('heading', { name: words.staff }))
    expect(new URL(page.url()).search).toBe('?role=owner')
    await see(page.getByRole('link', { name: 'The owner' }))
    await axeFindsNothing(page)
    await page.getByRole('button', { name: words.signOut }).click()
    await see(page.getByRole('heading', { name: 'De balie' }))
    expect(await owner.ask('GET', '/desk/api/session').then(({ status }) => status)).toBe(401)
  },
)

for (const language of DESK_LANGUAGES) {
  journey(
    `a reader of one channel sees what the role may and no more, on a phone, too, in ${language} (DESK-5)`,
    async ({ phone, shop }) => {
      const { page } = phone
      const reader = await deskGuest(shop, 'reader')
      await shop.sql`update staff set language = ${language} where id = ${reader.staffId}`
      phone.expectComplaint('401')
      await enterDesk(phone, language, '/desk', reader)
      await see(page.getByRole('heading', { name: DESK_WORDS[language].today }))
      await axeFindsNothing(page)
      await fitsSideways(page)
      expect(await page.getByRole('link', { name: DESK_WORDS[language].staff }).count()).toBe(0)
      await phone.go('/desk/staff')
      await see(page.getByRole('heading', { level: 1 }))
      expect(await page.getByRole('table').count()).toBe(0)
    },
  )
}
