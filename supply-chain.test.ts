import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import {
  BUILD_TOOLS,
  isBelow,
  knownVulnerabilities,
  type Lock,
  noticesText,
  packagesOf,
} from './scripts/supply-chain.mjs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const list: unknown = JSON.parse(readFileSync('known-vulnerabilities.json', 'utf8'))

describe('the packages of the lock file', () => {
  it('contain no version with a known vulnerability (SAFE-14, S1, S23)', () => {
    expect(knownVulnerabilities(lock, list)).toEqual([])
  })

  it('would be refused with the vulnerable address parser that a nested header crashed (SAFE-14, S1)', () => {
    const nested = 'node_modules/mailparser/node_modules/nodemailer'
    const vulnerableLock = { packages: { ...lock.packages, [nested]: { version: '6.9.16' } } }
    expect(knownVulnerabilities(vulnerableLock, list).join('\n')).toContain(
      `${nested} 6.9.16: CVE-2025-14874`,
    )
  })

  it('contain one nodemailer (SAFE-2, S1)', () => {
    expect(packagesOf(lock).filter(({ name }) => name === 'nodemailer')).toHaveLength(1)
  })

  it('have a notice with licence and copyright if they are shipped, and none if they only test or build (SAFE-18, C1)', () => {
    const notices = noticesText()
    const sectionOf = (name: string) =>
      notices.split('-'.repeat(80)).find((section) => section.trim().startsWith(`${name} `))
    for (const name of ['react', 'fastify', 'pg', 'sharp'])
      expect([name, sectionOf(name)?.includes('Licence: ')]).toEqual([name, true])
    expect(sectionOf('react')).toMatch(/MIT License[^]*Copyright \(c\)/)
    for (const name of ['vitest', ...BUILD_TOOLS]) expect(sectionOf(name)).toBeUndefined()
  })

  it.each([
    ['1.9.0', '1.10.0', true],
    ['1.10.0', '1.9.0', false],
    ['2.0.0', '2.0.0', false],
    ['2.0.0-beta.3', '2.0.0', true],
    ['10.0', '9.9.9', false],
  ])('compares %s with %s', (version, bound, isLower) => {
    expect(isBelow(version, bound)).toBe(isLower)
  })

  it('are listed in a CycloneDX bill of materials without test and build packages (SAFE-14, S23)', () => {
    const sbom = JSON.parse(
      execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    ) as { bomFormat: string; components: { name: string }[] }
    const names = sbom.components.map(({ name }) => name)
    expect(sbom.bomFormat).toBe('CycloneDX')
    expect(names).toContain('fastify')
    for (const name of ['vitest', ...BUILD_TOOLS]) expect(names).not.toContain(name)
  })
})
