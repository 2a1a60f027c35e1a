import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

import { eraseDrafts } from '#backoffice/kit/drafts/draft-storage.ts'
import { navigate } from '#backoffice/kit/router/address.tsx'

/** Component tests have no server. A test that calls one replaces this. */
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
})
afterEach(() => {
  // What a part still sends when it is removed goes to the fake as well.
  cleanup()
  vi.unstubAllGlobals()
  eraseDrafts()
  navigate('/backoffice', { replace: true })
})
