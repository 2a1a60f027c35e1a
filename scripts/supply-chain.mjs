// What the shop is built from: third-party notices, and known vulnerabilities of the packages in the lock file.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { root } from './prepare.mjs'

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** Packages of a lock file. `place` is the folder of a package. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([place]) => place.includes('node_modules/'))
    .map(([place, { version, license = 'not stated', optional = false }]) => ({
      place,
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      optional,
    }))
}

/** Packages that build the shop: installed with it, and part of nothing that it runs or sends. */
export const BUILD_TOOLS = ['rolldown', 'vite']

/** Folders of all packages that the shop itself needs: its dependencies, and theirs. */
function shippedPlaces({ packages }) {
  const places = new Set()
  const visit = (place, names) => {
    for (const name of names) {
      const found = lookUp(packages, place, name)
      if (found === undefined || places.has(found)) continue
      places.add(found)
      visit(found, namesOf(packages[found]))
    }
  }
  visit(
    '',
    namesOf(packages['']).filter((name) => !BUILD_TOOLS.includes(name)),
  )
  return places
}

const namesOf = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })

/** As Node finds a package: beside the package that imports it, then further up. */
function lookUp(packages, place, name) {
  let above = place
  while (above !== '') {
    const nested = `${above}/node_modules/${name}`
    if (packages[nested]) return nested
    above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

/** The packages that the shop runs or sends to browsers. */
export function shippedPackages(lock = readJson('package-lock.json')) {
  const places = shippedPlaces(lock)
  return packagesOf(lock).filter(({ place }) => places.has(place))
}

/** Licence and copyright of every package that a shop runs or sends to browsers. */
export function noticesText() {
  const sections = shippedPackages()
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

/** Compares 1.2.3 with 1.10.0. A pre-release such as 1.2.3-beta is below 1.2.3. */
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
      .filter((known) => known.name === name && isBelow(version, known.fixed))
      .filter(({ from }) => from === undefined || !isBelow(version, from))
      .map(({ id, fixed, summary }) => `${place} ${version}: ${id}, fixed in ${fixed}. ${summary}`),
  )
}

/** The findings of `npm audit`, or undefined if the registry does not answer. */
async function auditByRegistry() {
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

/** A CycloneDX bill of materials of what the shop itself needs. */
function billOfMaterials() {
  const args = 'sbom --sbom-format cyclonedx --omit dev --package-lock-only'.split(' ')
  const all = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  )
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`))
  const components = all.components.filter(({ name, version }) => shipped.has(`${name}@${version}`))
  const refs = new Set([all.metadata.component, ...components].map((one) => one['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return { ...all, components, dependencies }
}

async function check() {
  const list = readJson('known-vulnerabilities.json')
  const registryFindings = await auditByRegistry()
  const findings = [
    ...(registryFindings ?? []),
    ...knownVulnerabilities(readJson('package-lock.json'), list),
  ]
  const source = registryFindings
    ? 'the registry'
    : `known-vulnerabilities.json of ${list.reviewed}`
  for (const line of findings) console.log(line)
  console.log(`${findings.length} known vulnerabilities in the lock file, according to ${source}.`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

if (process.argv[2] === 'check') await check()
if (process.argv[2] === 'sbom') console.log(JSON.stringify(billOfMaterials(), undefined, 2))
