// Applies patches/NAME-VERSION/*.patch to the packages in node_modules, for defects without a released fix. Each
// patch names the defect and where it is reported. Runs after every install and is idempotent. If a package has
// another version or rejects its patch, the install stops, so an upgrade can neither lose nor duplicate a fix. See
// docs/decisions/003.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const patches = path.join(root, 'patches')

/** 'postgres-3.4.9' */
for (const folder of readdirSync(patches)) {
  const [, name = '', version = ''] = /^(.+)-(\d+\.\d+\.\d+)$/.exec(folder) ?? []
  const place = path.join(root, 'node_modules', name)
  // Nothing was installed, as when only the lock file is written.
  if (!existsSync(place)) continue
  const installed = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).version
  if (installed !== version) {
    giveUp(
      `${name} ${installed} is installed, patches/${folder} is for ${version}: look which patches are still needed.`,
    )
  }
  await resolve(place, path.join(patches, folder))
}

async function resolve(place, folder) {
  const { applyPatch, parsePatch, reversePatch } = await import('diff')
  for (const name of readdirSync(folder).sort()) {
    for (const patch of parsePatch(readFileSync(path.join(folder, name), 'utf8'))) {
      const file = path.join(place, patch.newFileName)
      const before = readFileSync(file, 'utf8')
      if (applyPatch(before, reversePatch(patch)) !== false) continue
      const after = applyPatch(before, patch)
      if (after === false) giveUp(`${name} does not fit ${file}: install the packages anew.`)
      // Several folders may share the file itself, and only this one is resolved.
      rmSync(file)
      writeFileSync(file, after)
    }
  }
}

function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
