// The shop's own driver, from the bundle that scripts/scale.mjs builds. These programs are not bundled.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from '../../scripts/prepare.mjs'

const bundle = path.join(root, 'dist/measurements/database.mjs')
export const { connect } = await import(pathToFileURL(bundle).href)
