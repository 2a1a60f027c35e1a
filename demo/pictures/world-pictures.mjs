// The pictures of the demo world, as picture-plan.csv lists them: one line a file, with its family and the
// family's parameters. Scenes stand in scenes/.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'

const here = path.dirname(fileURLToPath(import.meta.url))

/** What the plan calls a view, and the angle from which the studio takes it. */
const ANGLES = {
  'whole gift, from the front': 'three-quarter',
  'close-up of a detail': 'detail',
  'whole gift, from the other side': 'left',
  'in a small setting, soft shadow': 'low',
  'seen from above': 'high',
  'together with a second one or its box': 'front',
}

/** Which kind of maker's still life shows each brand. */
const STILL_LIVES = {
  terpklei: 'ceramics',
  schemerhuis: 'lighting',
  wolderij: 'textiles',
  ombrelune: 'candles',
  astkante: 'knives',
  rohlgut: 'cookware',
  'kade-negen': 'coffee',
  nevelblad: 'tea',
  sablonne: 'glass',
  meliandre: 'chocolate',
  pepperfold: 'picnic',
  'mas-tourelou': 'olive',
  'merel-en-mos': 'garden',
  duinvuur: 'wine',
  querfeldt: 'bags',
  windmee: 'cycling',
  halfeen: 'travel',
  harbourtone: 'audio',
  funkenau: 'watches',
  garriguelle: 'skincare',
  zoutlinnen: 'bath',
  hobbelaar: 'toys',
  'rook-and-ramble': 'games',
  dagverlof: 'plush',
}

const HEROES = {
  'hero-1014': 'hero-giftpoint',
  'hero-2001': 'hero-noordzee',
  'hero-2002': 'hero-alpenwerk',
}

/** Every picture of the world, the main ones of all gifts first. */
export function worldPictures() {
  const rows = parse(readFileSync(path.join(here, 'picture-plan.csv')), { columns: true })
  const orders = rows.flatMap((row) => orderOf(row) ?? [])
  const rank = (order) => (order.scene ? 9 : Number(/-(\d)$/.exec(order.name)?.[1] ?? 1.5))
  const first = (order) => rank(order)
  return orders.sort((a, b) => first(a) - first(b))
}

function orderOf({ folder, name: file, kind, family_or_scene: family, parameters, view, size }) {
  if (!file.endsWith('.webp')) return undefined
  const name = file.slice(0, -'.webp'.length)
  const [width, height] = size.split('x').map(Number)
  const order = { folder, name, width, height }
  switch (kind) {
    case 'hero':
      return { ...order, scene: HEROES[name], angle: 'front', with: {} }
    case 'category':
    case 'banner':
      return { ...order, scene: name, angle: 'front', with: {} }
    case 'welcome':
      return { ...order, scene: 'welcome', angle: 'front', with: { opening: 0 } }
    case 'brand':
      return {
        ...order,
        scene: 'brand',
        angle: 'front',
        with: { maker: STILL_LIVES[name.slice('brand-'.length)] },
      }
    // `place=breakfast-table cm=9.5 props=books@-18:-14`: the gift in use, or close up where it has a zoom.
    case 'use':
      return {
        ...order,
        family,
        scene: 'use',
        angle: 'front',
        with: { gift: [family, parametersOf(parameters)], ...parametersOf(view) },
      }
    default:
      return {
        ...order,
        family,
        angle: ANGLES[view] ?? 'three-quarter',
        with: parametersOf(parameters),
      }
  }
}

const LISTS = new Set(['pieces', 'colours', 'values', 'sizes', 'kinds'])

/** `shape=amphora text="Kade 9" count=2 colours=petrol,mustard lit=true` */
function parametersOf(text) {
  const wishes = {}
  for (const [, key, quoted, plain] of text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) {
    const value = quoted ?? valueOf(plain)
    // One of them is still a list.
    wishes[key] = LISTS.has(key) ? [value].flat() : value
  }
  return wishes
}

function valueOf(text) {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text.includes(',') ? text.split(',').map(valueOf) : text
}
