import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

import { eraseDrafts } from '#backoffice/kit/drafts/draft-storage.ts'
import { navigate } from '#backoffice/kit/router/address.tsx'

// A failing test waits this long. A test that is only slow on a busy machine passes.
configure({ asyncUtilTimeout: 30_000 })

/** Component tests have no server. A test that calls one replaces this. */
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
})
afterEach(() => {
  // First, because components may send requests when they unmount. These must reach the fake, too.
  cleanup()
  vi.unstubAllGlobals()
  eraseDrafts()
  navigate('/backoffice', { replace: true })
})
