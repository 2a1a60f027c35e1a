import * as THREE from 'three'
import { sunThrough } from '../stage/room.js'
import { seededChance } from '../stage/seeded-chance.js'
import { group } from '../stage/shaping.js'
import { item } from './still-life.js'
import { props } from './use-props.js'

const daylight = { boxes: 1, walls: 0.5, fill: 0.44, exposure: 1.04 }
const lights = {
  morning: {
    ...daylight,
    key: ['#ffe9cb', 2.15],
    sky: ['#dfe8f6', 0.66],
    keyFrom: [-0.85, 0.62, 0.12],
    keySize: 0.05,
  },
  noon: {
    ...daylight,
    key: ['#fff1dd', 1.75],
    sky: ['#eaf0fa', 0.72],
    keyFrom: [0.55, 0.85, 0.35],
    keySize: 0.07,
  },
  afternoon: {
    ...daylight,
    key: ['#ffdcae', 2.0],
    sky: ['#dde4f2', 0.6],
    keyFrom: [0.88, 0.58, 0.2],
    keySize: 0.06,
  },
  golden: {
    ...daylight,
    key: ['#ffc98c', 2.3],
    sky: ['#d3dcf0', 0.55],
    keyFrom: [0.85, 0.5, 0.22],
    keySize: 0.06,
  },
  overcast: {
    ...daylight,
    key: ['#fdf8ef', 1.0],
    sky: ['#eef3f8', 0.95],
    keyFrom: [-0.6, 0.75, 0.35],
    keySize: 0.5,
  },
  evening: {
    lampsOn: 1.7,
    boxes: 0.42,
    walls: 0.12,
    fill: 0.12,
    exposure: 1.12,
    ground: 0.4,
    key: ['#ffb676', 0.5],
    sky: ['#8e9cc4', 0.26],
    keyFrom: [-0.75, 0.6, 0.3],
    keySize: 0.3,
  },
  dusk: {
    lampsOn: 1.7,
    boxes: 0.5,
    walls: 0.16,
    fill: 0.14,
    exposure: 1.06,
    ground: 0.42,
    key: ['#ffae70', 0.6],
    sky: ['#93a3cf', 0.36],
    keyFrom: [0.7, 0.4, -0.5],
    keySize: 0.25,
  },
}

/** Places of use: what lies under the gift and behind it, the light, and what the light falls through. */
const places = {
  'breakfast-table': { ground: 'oak', wall: 'window', light: 'morning', sun: 'window' },
  'linen-table': { ground: 'linen', wall: 'window', light: 'morning', sun: 'leaves' },
  'dining-table': { ground: 'walnut', wall: 'terraceDoor', light: 'afternoon', sun: 'window' },
  'evening-table': { ground: 'walnut', wall: 'evening', light: 'evening' },
  'kitchen-counter': { ground: 'marble', wall: 'kitchen', light: 'noon' },
  'kitchen-table': { ground: 'oak', wall: 'kitchen', light: 'afternoon', sun: 'window' },
  desk: { ground: 'oak', wall: 'study', light: 'morning', sun: 'blinds' },
  'dark-desk': { ground: 'walnut', wall: 'study', light: 'morning', sun: 'window' },
  'evening-desk': { ground: 'walnut', wall: 'evening', light: 'evening' },
  nightstand: { ground: 'whitewash', wall: 'bedroom', light: 'morning', sun: 'window' },
  'evening-corner': { ground: 'darkfloor', wall: 'evening', light: 'evening' },
  'living-room': { ground: 'floor', wall: 'terraceDoor', light: 'afternoon', sun: 'window' },
  bathroom: { ground: 'marble', wall: 'bath', light: 'overcast' },
  playroom: { ground: 'playrug', wall: 'playroom', light: 'noon' },
  'play-floor': { ground: 'floor', wall: 'playroom', light: 'morning', sun: 'window' },
  lawn: { ground: 'lawn', wall: 'garden', light: 'golden', sun: 'leaves', soft: 1.4 },
  terrace: { ground: 'deck', wall: 'garden', light: 'golden', sun: 'leaves', soft: 0.9 },
  'garden-path': { ground: 'flagstone', wall: 'garden', light: 'noon', sun: 'leaves', soft: 1 },
  'terrace-at-dusk': { ground: 'deck', wall: 'dusk', light: 'dusk', soft: 0.9 },
  'hut-bench': { ground: 'deck', wall: 'mountains', light: 'morning' },
  platform: { ground: 'flagstone', wall: 'station', light: 'afternoon' },
  seaside: { ground: 'deck', wall: 'sea', light: 'noon' },
}

/** How large the gift is on the studio floor, by the larger of its sides. */
const LARGE = 1.7

/**
 * A gift where it is used, or a close-up of it in the same light. `cm` says how tall it is (`wide`: how wide), and everything
 * beside it is to the same scale: `props` is a list of name@x:z or name@x:z:turn:size, in centimetres from the gift.
 */
export function useScene({
  gift: [family, wish],
  place: name,
  cm,
  wide,
  turn = 0,
  props: beside = [],
  zoom,
  ...view
}) {
  const where = places[name]
  if (!where) throw new Error(`there is no place ${name}`)
  const seed = seededChance(`${family} ${name}`)
  const size = cm ? { tall: 1 } : { wide: 1 }
  const trial = item(family, wish, { ...size, turn }).part
  const box = new THREE.Box3().setFromObject(trial, true).getSize(new THREE.Vector3())
  const real = (cm ?? wide) / 1
  const unit = LARGE / (Math.max(box.y, box.x * 0.85, box.z * 0.6) * real)
  const hero = item(family, wish, { ...(cm ? { tall: cm * unit } : { wide: wide * unit }), turn })
  const others = [beside].flat().map((text) => {
    const [what, at] = text.split('@')
    const [x, z, around = 0, share = 1] = at.split(':').map(Number)
    if (!props[what]) throw new Error(`there is no ${what} to stand beside a gift`)
    const [kind, how, measure] = props[what]
    const scaled = Object.fromEntries(
      Object.entries(measure).map(([side, n]) => [side, n * unit * share]),
    )
    const made = item(kind, how, { ...scaled, at: [x * unit, 0, z * unit], turn: around })
    made.part.traverse((part) => (part.userData.unframed = true))
    return made
  })
  const light = { ...lights[view.light ?? where.light] }
  const lamps = [hero, ...others].flatMap((one) => one.lights)
  if (light.lampsOn) {
    for (const lamp of lamps) lamp.intensity *= light.lampsOn
    for (const { part } of [hero, ...others]) shine(part, light.lampsOn)
  }
  const sun = view.sun ?? where.sun
  return {
    group: group(
      hero.part,
      others.map(({ part }) => part),
    ),
    lights: lamps,
    light,
    ground: 'warm',
    size: 'as-is',
    reach: zoom ? 3 : 4,
    gobo: sun && sun !== 'none' ? sunThrough(sun, light.keyFrom, seed) : undefined,
    room: {
      ...where,
      ground: view.ground ?? where.ground,
      wall: view.wall ?? where.wall,
      edge: view.edge ?? -3.4,
      cm: unit,
      seed: view.seed ?? 2,
      bright: view.bright ?? 1,
    },
    passes: 6,
    camera: {
      always: {
        around: 0,
        above: 15,
        fill: 0.5,
        drop: 0.1,
        lens: 24,
        blur: 0,
        focus: zoom ? 26 : 9,
        vignette: 0.3,
        ...(zoom ? { zoom } : {}),
        ...view,
      },
    },
  }
}

/** By day a lit shade is hardly brighter than the room; in the evening it is the brightest thing. */
function shine(whole, share) {
  whole.traverse(({ material }) => {
    if (material?.emissive?.getHex()) material.emissiveIntensity *= share
  })
}
