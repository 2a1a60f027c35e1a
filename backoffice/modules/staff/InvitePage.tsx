import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { LanguageSelect } from '#backoffice/kit/sign-in/LanguageSelect.tsx'
import {
  ColleagueFields,
  type ColleagueValues,
} from '#backoffice/modules/staff/ColleagueFields.tsx'
import { InvitationSent } from '#backoffice/modules/staff/InvitationSent.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ColleaguePage.module.css'
import type { StaffLanguage } from '#domain/language.ts'

type Values = ColleagueValues & { email: string; language: StaffLanguage; reason: string }
const EMPTY: Values = {
  email: '',
  name: '',
  role: 'service',
  channels: [],
  language: 'nl',
  reason: '',
}

type InvitedColleague = StaffResponse<'inviteStaff'> & { name: string }

/** Access for a colleague, who chooses a password by a link. */
export function InvitePage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft<Values>(`${staff.id}.invite`, EMPTY)
  const action = useAction('inviteStaff')
  const [invited, setInvited] = useState<InvitedColleague | null>(null)
  const { email, language } = draft.values
  return (
    <>
      <PageHead title={t('invite')} parent={{ to: '/backoffice/staff', label: t('staff') }} />
      <PageBody width="form">
        <Card title={t('newStaffMember')}>
          {invited ? (
            <Invited invited={invited} />
          ) : (
            <Form
              title={t('newStaffMember')}
              titled={false}
              failure={action.failure}
              refusal={action.refusal}
              busy={action.busy}
              submit={t('sendInvitation')}
              changed={draft.changed}
              onDiscard={draft.clear}
              note={t('inviteHelp')}
              onSubmit={async () => {
                const { values } = draft
                const done = await action.run(values)
                if (!done) return
                setInvited({ ...done, name: values.name })
                draft.clear()
              }}
            >
              <FormField
                label={t('mail')}
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="off"
                value={email}
                onChange={({ target }) => draft.type({ email: target.value })}
              />
              <ColleagueFields values={draft.values} type={draft.type} />
              {draft.values.role === 'owner' ? (
                <NewOwner values={draft.values} type={draft.type} />
              ) : null}
              <LanguageSelect value={language} onValue={(language) => draft.type({ language })} />
            </Form>
          )}
        </Card>
      </PageBody>
    </>
  )
}

type NewOwnerProps = { values: Values; type: (part: Partial<Values>) => void }

function NewOwner({ values: { name, reason }, type }: NewOwnerProps) {
  const t = useTranslate()
  return (
    <>
      <p>{t('invite.ownerHelp', { name })}</p>
      <p>{t('owner.needsSecond')}</p>
      <ReasonField value={reason} onValue={(reason) => type({ reason })} />
    </>
  )
}

function Invited({ invited }: { invited: InvitedColleague }) {
  const t = useTranslate()
  return (
    <div className={css.access}>
      <InvitationSent invitation={invited} name={invited.name} />
      <BackofficeLink to={`/backoffice/staff/${invited.id}`}>
        {t('viewStaffMember', { name: invited.name })}
      </BackofficeLink>
    </div>
  )
}
