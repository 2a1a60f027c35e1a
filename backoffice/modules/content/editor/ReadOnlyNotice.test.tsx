import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ReadOnlyNotice } from '#backoffice/modules/content/editor/ReadOnlyNotice.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, type Role } from '#domain/staff/permissions.ts'

const who = (role: Role) => ({ permissions: permissionsOf(role) }) as unknown as Staff

it('tells a user who may not change content which roles may, and nobody else', async () => {
  await renderBackoffice(<ReadOnlyNotice staff={who('merchandiser')} />)
  const roles = `${en('role.owner')}, ${en('role.editor')}`
  expect(screen.getByText(en('editor.readOnly', { roles })).textContent).not.toBe('')
  await renderBackoffice(<ReadOnlyNotice staff={who('editor')} />)
  expect(screen.getAllByText(en('editor.readOnly', { roles }))).toHaveLength(1)
})
