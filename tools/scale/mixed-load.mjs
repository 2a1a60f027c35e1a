// node tools/scale/mixed-load.mjs URL [seconds] [pid]
// Asks a shop on a database grown by generate-catalog.mjs: eight channels are hot, thirty others are asked one time in
// twenty. Prints the cold channels' first answers, then rate and times of the hot ones alone and of the mix.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { pathToFileURL } from 'node:url'

import { codeOf, wireHashOf } from './generate-catalog.mjs'

const HOT = 8
const OTHERS = 30
const AT_ONCE = 8
const LANGUAGES = ['nl', 'en', 'de', 'fr']
const WORDS = ['lamp', 'mok', 'blauw', 'tas 12', 'speaker', 'koffie', 'glas', 'kaars']

export async function measureMix(url, { seconds = 10, pid } = {}) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const send = createSender(url, agent)
  const memory = () =>
    pid &&
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024)
  const result = { atStart: memory() }
  const holders = []
  const logins = []
  for (let number = 1; number <= HOT + OTHERS; number += 1) {
    const { ms, body } = await send('POST', '/rest/giftcardcodelogin', {
      body: { encrypted_code: wireHashOf(codeOf(number)) },
    })
    if (!body.wt) throw new Error(`no login: ${JSON.stringify(body)}`)
    logins.push(ms)
    holders.push({ token: body.wt, gifts: [] })
  }
  result.coldLogin = percentiles(logins)
  const lists = []
  for (const holder of holders) {
    const { ms, body } = await send('GET', '/rest/producttags/products?page=1', holder)
    lists.push(ms)
    holder.gifts = body.response.map(({ SCP }) => SCP)
  }
  result.veryFirstList = Math.round(lists[0])
  result.coldList = percentiles(lists.slice(1))
  const searches = []
  for (const language of LANGUAGES)
    for (const holder of holders.slice(0, 3)) {
      const { ms } = await send(
        'GET',
        `/rest/producttags/products?search=lamp&language=${language}`,
        holder,
      )
      searches.push(Math.round(ms))
    }
  result.firstSearches = searches
  result.warm = memory()
  result.hot = await load(send, { seconds, holders, others: 0 })
  result.mixed = await load(send, { seconds, holders, others: 0.05 })
  result.hotAgain = await load(send, { seconds, holders, others: 0 })
  result.afterLoad = memory()
  agent.destroy()
  return result
}

async function load(send, { seconds, holders, others }) {
  const times = { hot: [], other: [] }
  const failures = {}
  const end = performance.now() + seconds * 1000
  const pick = (from, count) => holders[from + Math.floor(Math.random() * count)]
  async function visitor() {
    while (performance.now() < end) {
      const isOther = Math.random() < others
      const holder = isOther ? pick(HOT, OTHERS) : pick(0, HOT)
      const { ms, status } = await send('GET', addressFor(holder), holder)
      times[isOther ? 'other' : 'hot'].push(ms)
      if (status !== 200) failures[status] = (failures[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  const rate = Math.round((times.hot.length + times.other.length) / seconds)
  return { rate, hot: percentiles(times.hot), other: percentiles(times.other), wrong: failures }
}

function addressFor({ gifts }) {
  const dice = Math.random()
  if (dice < 0.5) return `/rest/producttags/products?page=${1 + Math.floor(Math.random() * 20)}`
  if (dice < 0.75)
    return `/rest/producttags/products?page=1&search=${encodeURIComponent(WORDS[Math.floor(Math.random() * WORDS.length)])}`
  return `/rest/saleschannelproducts/${gifts[Math.floor(Math.random() * gifts.length)]}`
}

const createSender =
  (url, agent) =>
  (method, path, { token, body } = {}) =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const began = performance.now()
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(text
          ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
          : {}),
      }
      const request = http.request(url + path, { agent, method, headers }, (response) => {
        const parts = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => {
          const ms = performance.now() - began
          const responseText = Buffer.concat(parts).toString()
          resolve({
            ms,
            status: response.statusCode,
            body: responseText ? JSON.parse(responseText) : null,
          })
        })
      })
      request.on('error', reject)
      request.end(text)
    })

function percentiles(times) {
  if (times.length === 0) return null
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) =>
    Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1))
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, seconds, pid] = process.argv.slice(2)
  console.log(
    JSON.stringify(await measureMix(url, { seconds: Number(seconds ?? 10), pid }), null, 1),
  )
}
