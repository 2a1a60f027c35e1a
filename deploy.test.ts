import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { BUILD_TOOLS, type Lock, shippedPackages } from './scripts/supply-chain.mjs'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const [firstStage = '', lastStage = ''] = dockerfile.split(/^FROM .*$/m).slice(1)

/** Arguments of an instruction, without its options. */
const argumentsOf = (line: string) =>
  line
    .split(/\s+/)
    .slice(1)
    .filter((word) => !word.startsWith('--'))

describe('the image', () => {
  it(
    'installs its packages from the files that the Dockerfile copied before, and keeps the runtime packages (SAFE-18, A2)',
    { timeout: 300_000 },
    () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'giftpoint-image-'))
      try {
        const steps = firstStage.split('\n').filter((line) => /^(COPY|RUN) /.test(line))
        const install = steps.findIndex((line) => line.startsWith('RUN '))
        for (const step of steps.slice(0, install)) {
          const sources = argumentsOf(step).slice(0, -1)
          for (const source of sources)
            cpSync(source, path.join(folder, source), { recursive: true })
        }
        const [program = '', ...words] = argumentsOf(steps[install] ?? '')
        expect([program, ...words]).toEqual(['npm', 'ci'])
        const options = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund']
        const execOptions = { cwd: folder, stdio: 'pipe' } as const
        execFileSync(program, [...words, ...options], execOptions)
        const isInstalled = (name: string) => existsSync(path.join(folder, 'node_modules', name))
        expect(['.package-lock.json', 'fastify', ...BUILD_TOOLS].map(isInstalled)).not.toContain(
          false,
        )

        // What builds goes away again, and all that runs stays.
        const uninstall = /npm (uninstall [^&]*?) && rm/.exec(firstStage)?.[1]?.split(/\s+/) ?? []
        expect(uninstall.filter((word) => !word.startsWith('--')).slice(1)).toEqual(BUILD_TOOLS)
        execFileSync('npm', [...uninstall, '--offline'], execOptions)
        expect(BUILD_TOOLS.filter(isInstalled)).toEqual([])
        const lock = JSON.parse(
          readFileSync(path.join(folder, 'package-lock.json'), 'utf8'),
        ) as Lock
        const missing = shippedPackages(lock).filter(
          ({ place, optional }) => !optional && !existsSync(path.join(folder, place)),
        )
        expect(missing).toEqual([])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  it('copies only files into its last stage that exist or that the build writes (SAFE-18, A2)', () => {
    const built = ['dist', 'node_modules']
    const copied = lastStage.split('\n').filter((line) => line.startsWith('COPY '))
    const sources = copied.flatMap((line) => argumentsOf(line).slice(0, -1))
    expect(sources.length).toBeGreaterThan(5)
    for (const source of sources) {
      const file = source.replace(/^\/app\//, '')
      if (!built.includes(file)) expect([file, existsSync(file)]).toEqual([file, true])
    }
  })
})

describe('the systemd units', () => {
  const HARDENING = [
    'NoNewPrivileges=true',
    'ProtectSystem=strict',
    'ProtectHome=true',
    'PrivateTmp=true',
    'PrivateDevices=true',
    'PrivateUsers=true',
    'ProtectKernelTunables=true',
    'ProtectKernelModules=true',
    'ProtectKernelLogs=true',
    'ProtectControlGroups=true',
    'ProtectClock=true',
    'ProtectHostname=true',
    'ProtectProc=invisible',
    'RestrictSUIDSGID=true',
    'RestrictRealtime=true',
    'RestrictNamespaces=true',
    'LockPersonality=true',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallErrorNumber=EPERM',
    'IPAddressDeny=169.254.0.0/16 fe80::/10',
    'CapabilityBoundingSet=',
  ]

  it.each(['giftpoint.service', 'giftpoint-backup.service'])(
    '%s runs with every restriction (SAFE-14, S24)',
    (unit) => {
      const lines = readFileSync(`deploy/${unit}`, 'utf8').split('\n')
      expect(HARDENING.filter((line) => !lines.includes(line))).toEqual([])
      expect(lines.some((line) => /^MemoryMax=\d/.test(line))).toBe(true)
    },
  )
})

describe('the proxy configuration of docs/deploy.md', () => {
  it('accepts the largest upload of the back office (SAFE-18, B1)', () => {
    const page = readFileSync('docs/deploy.md', 'utf8')
    const [, megabytes = '0'] = /client_max_body_size (\d+)m;/.exec(page) ?? []
    // Pictures have 20 MB, lists of people 12 MB, mails that are delivered to the shop 25 MB.
    expect(Number(megabytes)).toBeGreaterThan(25)
  })
})
