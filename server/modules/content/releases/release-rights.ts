import type { ChannelKey } from '#contract/content/release-change.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { permissionOfField } from '#server/modules/content/releases/validate-channel-field.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { StoredChange } from '#server/modules/content/releases/change-keys.ts'

/**
 * Publishing, scheduling or undoing a release needs the permission for all its fields. One field without permission
 * refuses the complete release, even if a colleague added it.
 */
export function refuseForbiddenFields(
  changes: readonly Pick<StoredChange, 'kind' | 'key'>[],
  { may }: Pick<StaffCaller, 'may'>,
) {
  const fields = changes.flatMap(({ kind, key }) => {
    if (kind !== 'channel') return []
    const { field } = key as ChannelKey
    const permission = permissionOfField(field)
    return permission === undefined || may(permission) ? [] : [field]
  })
  if (fields.length === 0) return undefined
  return refuseStaff('not-your-fields', { message: [...new Set(fields)].sort().join(', ') })
}
