// Names in every gift's file the pictures that picture-plan.csv lists for it and that are rendered:
// <code>-1.webp, -use, -close, -2 … for the gift, <code>-<value>.webp for the articles of that value.
//   node demo/pictures/hang-pictures.mjs
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { worldPictures } from './world-pictures.mjs'

const world = path.join(path.dirname(fileURLToPath(import.meta.url)), '../world/2')
const rendered = worldPictures()
  .filter(({ folder, family }) => folder === '2' && family)
  .map(({ name }) => name)
  .filter((name) => existsSync(path.join(world, 'pictures', `${name}.webp`)))
/** In this order they stand in a gift's gallery. */
const PLACES = ['1', 'use', 'close', '2', '3', '4', '5', '6', '7', '8', '9']
const list = (names, indent = '') =>
  names.length === 0
    ? ''
    : `${indent}pictures:\n${names.map((name) => `${indent}- ${name}.webp\n`).join('')}`

let changed = 0
const counts = new Map()
for (const entry of readdirSync(path.join(world, 'products'))) {
  const file = path.join(world, 'products', entry)
  const code = entry.slice(0, -'.yaml'.length)
  const before = readFileSync(file, 'utf8')
  const place = (name) => PLACES.indexOf(tail(name, code))
  const own = rendered.filter((name) => name.startsWith(`${code}-`) && place(name) >= 0)
  own.sort((a, b) => place(a) - place(b))
  const after = hang(before, code, own)
  counts.set(own.length, (counts.get(own.length) ?? 0) + 1)
  if (after === before) continue
  writeFileSync(file, after)
  changed += 1
}
const told = [...counts].sort(([a], [b]) => a - b).map(([n, gifts]) => `${gifts} with ${n}`)
console.log(`${changed} files changed; gifts: ${told.join(', ')}`)

function tail(name, code) {
  return name.slice(code.length + 1)
}

function hang(text, code, own) {
  const bare = text
    .replace(/^pictures:\n(?:- .*\n)*/m, '')
    .replace(/^ {2}pictures:\n(?: {2}- .*\n)*/gm, '')
  const { articles } = parse(bare)
  const hung = bare.replace(/^(?=dimensions:|articles:)/m, list(own))
  return articles.reduce((whole, { sku, values = {} }) => {
    const shown = Object.values(values)
      .map((value) => `${code}-${value}`)
      .filter((name) => rendered.includes(name))
    return whole.replace(
      new RegExp(`^- sku: ${sku}\n(?: {2}.*\n)*`, 'm'),
      (article) => article + list(shown, '  '),
    )
  }, hung)
}
