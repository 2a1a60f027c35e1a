import * as THREE from 'three'
import { label, wordsOf } from '../stage/label-designs.js'
import { print } from '../stage/printing.js'
import { block, cutOut, group, mesh, place, rod, sheet, turned, wrapped } from '../stage/shaping.js'
import { gloss, metal, printed, wood } from '../stage/surfaces.js'
import { solidTurned } from './bottles.js'

const LINE = [
  [0, 0],
  [0.3, 0, 0.03],
  [0.3, 1.1, 0.16],
  [0.13, 1.5, 0.12],
  [0.13, 2.0, 0.02],
]
const HIGH = 2
const APART = 0.68

/** Six bottles of beer in a wooden crate with a handle; text label, crown colour, kind wood */
export function beerCrate({ text = {}, crown = 'gold', kind = 'pine' } = {}) {
  const words = {
    name: 'Tourelou',
    line: 'bière aux châtaignes',
    small: '33 cl',
    paper: 'ivory',
    accent: 'rust',
    design: 'seal',
    ...wordsOf(text),
  }
  const front = label(1, 0.8, words)
  const bottle = () => [
    mesh(solidTurned([...LINE, [0, HIGH]]), amber()),
    wrapped(0.304, 0.46, 0.36, printed(front, { rough: 0.85 }), { y: 0.56 }),
    turned(
      [
        [0.14, HIGH - 0.07, 0.01],
        [0.165, HIGH - 0.06, 0.02],
        [0.15, HIGH + 0.05, 0.04],
        [0, HIGH + 0.06],
      ],
      metal(crown, { rough: 0.3 }),
    ),
  ]
  const bottles = [-1, 0, 1].flatMap((column) =>
    [-1, 1].map((row) =>
      place(group(bottle()), {
        at: [column * APART, 0.06, row * APART * 0.5],
        turn: [0, 0.16 + column * 0.1 - row * 0.06, 0],
      }),
    ),
  )
  return {
    group: group(bottles, crate(words.name, kind)),
    ground: 'honey',
    camera: { always: { above: 21, around: 32 }, detail: { aim: [0.5, 0.42, 1], above: 22 } },
  }
}

function amber() {
  const material = gloss('#3a1a08', 0.05)
  material.ior = 1.6
  return material
}

/** A carrier: low boards along the bottles, two high ends, and a bar between those. */
function crate(name, kind) {
  const [wide, deep] = [APART * 3 + 0.06, APART * 2 + 0.06]
  const end = smoothEnd(deep / 2 + 0.05)
  const timber = (axis, seed) => wood(kind, { axis, seed })
  const mark = print(
    3,
    0.5,
    (pen, w, h) => {
      pen.fill('#ffffff')
      pen.text(`MAS ${name.toUpperCase()}`, w / 2, h * 0.68, h * 0.5, '#5b3a1e', {
        font: 'softbold',
        spaced: 0.28,
      })
    },
    { dots: 1000 },
  )
  const branded = Object.assign(timber('x', 4), { map: mark })
  return [
    block(timber('x', 1), [wide, 0.05, deep], [0, 0, 0], 0.01),
    [-1, 1].map((side) =>
      block(timber('x', 3 + side), [wide, 0.46, 0.05], [0, 0, side * (deep / 2 + 0.025)], 0.012),
    ),
    [-1, 1].map((side) =>
      mesh(
        cutOut(end, 0.07, timber('y', 8 + side), { bevel: 0.012 }).geometry,
        timber('y', 8 + side),
        {
          at: [side * (wide / 2 + 0.035), 0, 0],
          turn: [0, Math.PI / 2, 0],
        },
      ),
    ),
    rod(timber('x', 14), [-wide / 2 - 0.16, 2.5, 0], [wide / 2 + 0.16, 2.5, 0], 0.075),
    sheet(1.7, 0.28, branded, { at: [0, 0.24, deep / 2 + 0.054] }),
  ]
}

function smoothEnd(half) {
  const shape = new THREE.Shape()
  shape.moveTo(-half, 0)
  shape.lineTo(half, 0)
  shape.lineTo(half, 0.62)
  shape.bezierCurveTo(half, 1.1, 0.2, 1.3, 0.2, 2.1)
  shape.lineTo(0.2, 2.48)
  shape.absarc(0, 2.48, 0.2, 0, Math.PI)
  shape.lineTo(-0.2, 2.1)
  shape.bezierCurveTo(-0.2, 1.3, -half, 1.1, -half, 0.62)
  shape.lineTo(-half, 0)
  return shape
}
