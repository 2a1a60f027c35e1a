import { describe, expect, it } from 'vitest'

import { openingHours } from './opening-hours.ts'

const open = (day: string, from = '09:00', to = '18:00') => ({ day, times: [{ from, to }] })

describe('opening hours', () => {
  it('group days with the same hours, in the order of the week', () => {
    const days = ['Friday', 'Monday', 'Wednesday', 'Tuesday'].map((day) => open(day))
    expect(openingHours([open('Thursday', '09:00', '21:00'), ...days], 'nl')).toEqual([
      { days: 'ma–wo, vr', times: '09:00–18:00' },
      { days: 'do', times: '09:00–21:00' },
    ])
  })

  it('read Dutch day names, and leave unknown text unchanged', () => {
    expect(openingHours([open('zaterdag'), open('zondag'), open('Koningsdag')], 'en')).toEqual([
      { days: 'Sat, Sun, Koningsdag', times: '09:00–18:00' },
    ])
  })

  it('show a break at noon, and leave out closed days', () => {
    const times = [
      { from: '09:00', to: '12:30' },
      { from: '13:30', to: '17:30' },
    ]
    expect(
      openingHours(
        [
          { day: 'Monday', times: [] },
          { day: 'Tuesday', times },
        ],
        'fr',
      ),
    ).toEqual([{ days: 'mar.', times: '09:00–12:30, 13:30–17:30' }])
  })

  it('recognise all day names in English and Dutch, in any case', () => {
    const english = ['monday', 'Tuesday', ' wednesday', 'THURSDAY', 'friday', 'saturday', 'sunday']
    const dutch = ['maandag', 'Dinsdag', 'woensdag ', 'DONDERDAG', 'vrijdag', 'zaterdag', 'zondag']
    for (const week of [english, dutch]) {
      const days = week.map((day) => open(day))
      expect(openingHours(days, 'nl')).toEqual([{ days: 'ma–zo', times: '09:00–18:00' }])
      const apart = week.map((day, at) => open(day, `0${at}:00`))
      expect(openingHours(apart.toReversed(), 'en').map(({ days }) => days)).toEqual([
        'Mon',
        'Tue',
        'Wed',
        'Thu',
        'Fri',
        'Sat',
        'Sun',
      ])
    }
  })

  it('combine three days in a row to a range, anywhere in the week', () => {
    const days = ['tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'].map((day) => open(day))
    expect(openingHours(days, 'nl')).toEqual([{ days: 'di–do, za, zo', times: '09:00–18:00' }])
  })
})
