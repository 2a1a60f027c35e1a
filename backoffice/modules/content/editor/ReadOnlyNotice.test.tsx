import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ReadOnlyNotice } from '#backoffice/modules/content/editor/ReadOnlyNotice.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, type Role } from '#domain/staff/permissions.ts'

const staffWith = (role: Role) => ({ permissions: permissionsOf(role) }) as unknown as Staff

it('shows which roles may change content, but only to users staffWith may not', async () => {
  await renderBackoffice(<ReadOnlyNotice staff={staffWith('merchandiser')} />)
  const roles = `${en('role.owner')}, ${en('role.editor')}`
  expect(screen.getByText(en('editor.readOnly', { roles })).textContent).not.toBe('')
  await renderBackoffice(<ReadOnlyNotice staff={staffWith('editor')} />)
  expect(screen.getAllByText(en('editor.readOnly', { roles }))).toHaveLength(1)
})
