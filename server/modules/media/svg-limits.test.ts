import { expect, it } from 'vitest'

import { svgProblem } from '#server/modules/media/svg-limits.ts'
import { cleanSvg } from '#server/modules/media/svg-cleaning.ts'

const problemOf = (inside: string) =>
  svgProblem(cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`).clean)

/** Levels of ten references each to the level before. */
const levels = (count: number, reference: (id: string) => string) =>
  `<defs><rect id="l0" width="1" height="1"/>${Array.from(
    { length: count },
    (_, level) => `<g id="l${level + 1}">${reference(`l${level}`).repeat(10)}</g>`,
  ).join('')}</defs>${reference(`l${count}`)}`

it.each([
  ['nine levels of ten use', levels(9, (id) => `<use href="#${id}"/>`)],
  ['nine levels of ten use, by xlink', levels(9, (id) => `<use xlink:href="#${id}"/>`)],
  [
    'nine levels of ten patterns',
    levels(9, (id) => `<rect style="fill:url('#${id}')" width="1" height="1"/>`),
  ],
  ['a use of itself', '<g id="a"><use href="#a"/></g>'],
  ['a filter with 2000 octaves', '<filter id="f"><feTurbulence numOctaves="2000"/></filter>'],
  [
    'one filter on 2000 shapes',
    `<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'<rect filter="url(#f)"/>'.repeat(2000)}`,
  ],
  [
    'a marker at each of 20,000 points',
    `<marker id="m">${'<rect/>'.repeat(20)}</marker><path marker-mid="url(#m)" d="M0 0${' 1 1'.repeat(20_000)}"/>`,
  ],
  ['30,000 shapes', '<rect/>'.repeat(30_000)],
  ['groups 300 deep', `${'<g>'.repeat(300)}<rect/>${'</g>'.repeat(300)}`],
])('refuses %s (SAFE-4, S22)', (_, inside) => {
  expect(problemOf(inside)).toBe('too-complex')
})

it.each([
  ['two levels of ten use', levels(2, (id) => `<use href="#${id}"/>`)],
  [
    'a shadow on forty shapes',
    `<filter id="f"><feGaussianBlur stdDeviation="3"/><feOffset dx="1"/></filter>${'<rect filter="url(#f)"/>'.repeat(40)}`,
  ],
  [
    'a gradient on 3000 shapes',
    `<linearGradient id="g"><stop/><stop/></linearGradient>${'<path fill="url(#g)" d="M0 0"/>'.repeat(3000)}`,
  ],
  ['a reference to nothing', '<use href="#nobody"/><rect fill="url(#none)"/>'],
])('accepts %s', (_, inside) => expect(problemOf(inside)).toBeUndefined())
