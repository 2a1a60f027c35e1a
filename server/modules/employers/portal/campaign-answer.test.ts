import { expect, it } from 'vitest'

import { campaignAnswer } from '#server/modules/employers/portal/campaign-answer.ts'

const CAMPAIGN = {
  id: 1,
  zone: 'Europe/Amsterdam',
  channel: '1014',
  name: 'Christmas',
  opens: null,
  closes: '2026-12-01',
}
/** The last day of the codes is the day before. */
const batch = (until: string | null) => ({
  id: 1,
  campaign_id: 1,
  points: 12,
  valid_until: until === null ? null : new Date(`${until}T00:00:00+01:00`),
  created_at: new Date('2026-11-01T12:00:00Z'),
})
const NOON = new Date('2026-12-10T11:00:00Z')
type CampaignInput = {
  closes?: string | null
  zone?: string
  codes?: (string | null)[]
  now?: Date
}
const answerOf = ({ codes = [], now = NOON, ...more }: CampaignInput) =>
  campaignAnswer({ ...CAMPAIGN, ...more }, codes.map(batch), now)

it('continues after the closing day while codes are valid (PRODUCT-15)', () => {
  expect(answerOf({ codes: ['2026-12-25'] })).toMatchObject({
    last_day: '2026-12-01',
    closed: true,
    codes_until: '2026-12-24',
    ended: false,
    days_left: 14,
  })
  expect(answerOf({ codes: ['2026-12-25'], now: new Date('2026-12-25T11:00:00Z') })).toMatchObject({
    last_day: '2026-12-01',
    ended: true,
    days_left: 0,
  })
  expect(answerOf({ codes: ['2026-12-05', null] })).toMatchObject({
    closed: true,
    codes_until: null,
    ended: false,
    days_left: null,
  })
})

it('ends with the codes before the closing day and, without codes, on the closing day (PRODUCT-15)', () => {
  const early = { closes: '2026-12-20', codes: ['2026-12-05'] }
  expect(answerOf(early)).toMatchObject({ last_day: '2026-12-04', closed: true, ended: true })
  expect(answerOf({})).toMatchObject({ last_day: '2026-12-01', closed: true, ended: true })
  expect(answerOf({ closes: null })).toMatchObject({ last_day: null, ended: false })
})

it('closes after the closing day in the channel’s time zone (PRODUCT-15)', () => {
  const evening = { codes: ['2026-12-25'], now: new Date('2026-12-01T22:30:00Z') }
  expect(answerOf(evening)).toMatchObject({ closed: false, days_left: 0 })
  expect(answerOf({ ...evening, zone: 'Pacific/Auckland' })).toMatchObject({ closed: true })
})
