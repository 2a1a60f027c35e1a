import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { isPermission, mayBeInToken, type Permission } from '#domain/staff/permissions.ts'

import css from '../../../kit/sign-in/Account.module.css'

type Values = { name: string; permissions: Permission[]; days: number }
const EMPTY: Values = { name: '', permissions: [], days: 90 }

/** API tokens for programs. A token has at most its creator's permissions and is shown once. */
export function Tokens({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('tokens', {}))
  const revoke = useAction('revokeToken', { done: () => t('tokenRevoked') })
  const [createdToken, setCreatedToken] = useState<string | null>(null)
  return (
    <Card title={t('tokens')}>
      <div className={css.part}>
        <p className={css.soft}>{t('tokensHelp')}</p>
        {revoke.failure ? <Notice kind="bad">{revoke.failure}</Notice> : null}
        <ul className={css.rows}>
          {(data?.items ?? []).map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              busy={revoke.busy}
              onRevoke={() => void revoke.run({ id: token.id })}
            />
          ))}
        </ul>
        {createdToken ? (
          <Notice kind="good">
            <p>{t('tokenCreated')}</p>
            <FormField
              label={t('token')}
              readOnly
              value={createdToken}
              onFocus={({ target }) => target.select()}
            />
            <ActionButton small onClick={() => setCreatedToken(null)}>
              {t('tokenSaved')}
            </ActionButton>
          </Notice>
        ) : (
          <NewTokenForm staff={staff} onCreated={setCreatedToken} />
        )}
      </div>
    </Card>
  )
}

type TokenRowProps = {
  token: StaffResponse<'tokens'>['items'][number]
  busy: boolean
  onRevoke: () => void
}

function TokenRow({
  token: { name, permissions, ends_at, ended_at },
  busy,
  onRevoke,
}: TokenRowProps) {
  const t = useTranslate()
  return (
    <li>
      <span>
        {name}{' '}
        <span className={css.soft}>
          {permissions
            .map((permission) =>
              isPermission(permission) ? t(`permission.${permission}`) : permission,
            )
            .join(', ')}
        </span>
        <br />
        <span className={css.soft}>
          {t('until')} <DateTime at={ends_at} />
        </span>
      </span>
      {ended_at ? (
        <StatusMark kind="off">{t('ended')}</StatusMark>
      ) : (
        <ActionButton small busy={busy} onClick={onRevoke}>
          {t('revokeToken')}
        </ActionButton>
      )}
    </li>
  )
}

function NewTokenForm({ staff, onCreated }: { staff: Staff; onCreated: (token: string) => void }) {
  const t = useTranslate()
  const draft = useDraft<Values>(`${staff.id}.token`, EMPTY)
  const create = useAction('createToken')
  const [isWithoutPermission, setWithoutPermission] = useState(false)
  const { name, permissions, days } = draft.values
  return (
    <Form
      title={t('newToken')}
      submit={t('createToken')}
      main={draft.changed}
      failure={isWithoutPermission ? t('needsPermission') : create.failure}
      busy={create.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        setWithoutPermission(permissions.length === 0)
        if (permissions.length === 0) return
        const done = await create.run(draft.values)
        if (!done) return
        onCreated(done.token)
        draft.clear()
      }}
    >
      <FormField
        label={t('name')}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => draft.type({ name: target.value })}
      />
      <FormField
        label={t('days')}
        type="number"
        min={1}
        max={366}
        required
        value={days}
        onChange={({ target }) => draft.type({ days: Math.trunc(Number(target.value)) })}
      />
      <PermissionsField
        staff={staff}
        permissions={permissions}
        choose={(permissions) => draft.type({ permissions })}
      />
    </Form>
  )
}

type PermissionsFieldProps = {
  staff: Staff
  permissions: Permission[]
  choose: (permissions: Permission[]) => void
}

function PermissionsField({ staff, permissions, choose }: PermissionsFieldProps) {
  const t = useTranslate()
  return (
    <fieldset className={css.checks}>
      <legend>{t('permissions')}</legend>
      <div className={css.several}>
        {staff.permissions.filter(mayBeInToken).map((permission) => (
          <FormCheckbox
            key={permission}
            checked={permissions.includes(permission)}
            onChange={({ target }) =>
              choose(
                target.checked
                  ? [...permissions, permission]
                  : permissions.filter((other) => other !== permission),
              )
            }
          >
            {t(`permission.${permission}`)}
          </FormCheckbox>
        ))}
      </div>
    </fieldset>
  )
}
