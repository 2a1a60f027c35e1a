// What the shop is built from: third-party notices, and known vulnerabilities of the packages in the lock file.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { root } from './prepare.mjs'

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** Packages of a lock file: { place, name, version, license, dev }. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([place]) => place.includes('node_modules/'))
    .map(([place, { version, license = 'not stated', dev = false }]) => ({
      place,
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      dev,
    }))
}

/** Licence and copyright of every package that a shop runs or sends to browsers. */
export function noticesText() {
  const shipped = packagesOf(readJson('package-lock.json')).filter(({ dev }) => !dev)
  const sections = shipped
    .filter(({ place }) => existsSync(path.join(root, place)))
    .map(({ place, name, version, license }) => {
      const texts = licenceFiles(path.join(root, place)).map((file) =>
        readFileSync(file, 'utf8').trim(),
      )
      return [`${name} ${version}`, `Licence: ${license}`, ...texts].join('\n\n')
    })
  return `Giftpoint contains the following packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

export function writeNotices() {
  mkdirSync(path.join(root, 'dist'), { recursive: true })
  writeFileSync(path.join(root, 'dist/third-party-notices.txt'), noticesText())
}

const licenceFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|ofl)/i.test(entry.name))
    .map(({ name }) => path.join(folder, name))

/** Compares 1.2.3 with 1.10.0; what follows a hyphen comes before the release itself. */
export function isBelow(version, bound) {
  const numbers = (text) => text.split('-')[0].split('.').map(Number)
  const [a, b] = [numbers(version), numbers(bound)]
  for (const [index, number] of b.entries()) {
    if ((a[index] ?? 0) !== number) return (a[index] ?? 0) < number
  }
  return version.includes('-') && !bound.includes('-')
}

/** Entries of the list that concern a package of the lock file, one line each. */
export function knownVulnerabilities(lock, list) {
  return packagesOf(lock).flatMap(({ name, version, place }) =>
    list.vulnerabilities
      .filter((one) => one.name === name && isBelow(version, one.fixed))
      .filter((one) => one.from === undefined || !isBelow(version, one.from))
      .map((one) => `${place} ${version}: ${one.id}, fixed in ${one.fixed}. ${one.summary}`),
  )
}

/** Asks the registry; answers undefined where it cannot be asked. */
async function askRegistry() {
  const command = promisify(execFile)('npm', ['audit', '--json', '--audit-level=none'], {
    cwd: root,
    timeout: 20_000,
    maxBuffer: 2 ** 26,
  })
  const { stdout } = await command.catch((error) => error)
  try {
    const { vulnerabilities, error } = JSON.parse(stdout)
    if (error || !vulnerabilities) return undefined
    return Object.values(vulnerabilities)
      .filter(({ severity }) => severity !== 'info' && severity !== 'low')
      .map(({ name, range, severity }) => `${name} ${range}: ${severity}`)
  } catch {
    return undefined
  }
}

async function check() {
  const list = readJson('known-vulnerabilities.json')
  const asked = await askRegistry()
  const found = [...(asked ?? []), ...knownVulnerabilities(readJson('package-lock.json'), list)]
  const source = asked ? 'the registry' : `known-vulnerabilities.json of ${list.reviewed}`
  for (const line of found) console.log(line)
  console.log(`${found.length} known vulnerabilities in the lock file, according to ${source}.`)
  process.exitCode = found.length === 0 ? 0 : 1
}

if (process.argv[2] === 'check') await check()
