import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { EmployerCampaigns } from '#backoffice/modules/employers/EmployerCampaigns.tsx'
import {
  EmployerFields,
  type EmployerValues,
} from '#backoffice/modules/employers/EmployerFields.tsx'
import { EmployerStatisticsView } from '#backoffice/modules/employers/EmployerStatisticsView.tsx'
import { EmployerUsers } from '#backoffice/modules/employers/EmployerUsers.tsx'
import { NewCampaign } from '#backoffice/modules/employers/NewCampaign.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Employer = StaffResponse<'employers'>['items'][number]

/** One employer: its campaigns, statistics, details and portal users. */
export function EmployerPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('employers', { ids: id }))
  const employer = data?.items[0]
  const parent = { to: '/backoffice/employers', label: t('employers') }
  if (!data) {
    return (
      <PagePending
        title={t('employers')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!employer) {
    return <MissingPage parent={parent} />
  }
  const mayWrite = staff.permissions.includes('employer.write')
  const { name, vat_number, contact } = employer
  return (
    <>
      <PageHead
        title={name}
        parent={parent}
        facts={[vat_number, contact].filter((fact) => fact !== '').join(' · ') || undefined}
        actions={
          mayWrite ? (
            <>
              <ChangeEmployer key={id} employer={employer} me={staff.id} />
              <NewCampaign me={staff.id} employer={id} />
            </>
          ) : null
        }
      />
      <PageColumns
        side={
          <>
            <Details employer={employer} />
            <EmployerUsers employer={id} mayWrite={mayWrite} me={staff.id} />
            {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
              <AuditHistory
                title={t('history')}
                query={{ subject_kind: 'employer', subject_id: id, limit: 20 }}
              />
            ) : null}
          </>
        }
      >
        <Campaigns employer={employer} mayWrite={mayWrite} />
      </PageColumns>
    </>
  )
}

function Campaigns({ employer, mayWrite }: { employer: Employer; mayWrite: boolean }) {
  const t = useTranslate()
  if (employer.campaigns === null) {
    return <Card title={t('campaigns')}>{t('campaignsElsewhere')}</Card>
  }
  return (
    <>
      <EmployerCampaigns employer={employer.id} mayWrite={mayWrite} />
      <EmployerStatisticsView employer={employer.id} />
    </>
  )
}

function Details({ employer }: { employer: Employer }) {
  const t = useTranslate()
  const facts = [
    [t('vatNumber'), employer.vat_number],
    [t('peppolId'), employer.peppol_id],
    [t('contactPerson'), employer.contact],
    [t('mail'), employer.email],
    [t('address'), employer.address],
  ] as const
  return (
    <Card title={t('employerDetails')}>
      <FactList facts={facts} />
    </Card>
  )
}

function ChangeEmployer({ employer, me }: { employer: Employer; me: string }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('edit')}</ActionButton>
      {isOpen ? (
        <ModalDialog title={t('employerDetails')} onClose={() => setOpen(false)}>
          <EmployerForm employer={employer} me={me} onSaved={() => setOpen(false)} />
        </ModalDialog>
      ) : null}
    </>
  )
}

type EmployerFormProps = { employer: Employer; me: string; onSaved: () => void }

function EmployerForm({ employer, me, onSaved }: EmployerFormProps) {
  const t = useTranslate()
  const { name, vat_number, peppol_id, address, contact, email } = employer
  const draft = useDraft<EmployerValues>(`${me}.employer.${employer.id}`, {
    name,
    vat_number,
    peppol_id,
    address,
    contact,
    email,
  })
  const action = useAction('changeEmployer', {
    done: ({ name }) => t('employerChanged', { name }),
  })
  return (
    <Form
      title={t('employerDetails')}
      titled={false}
      submit={t('save')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      conflict={conflictNotice(draft.conflict, {
        name: [t('name'), name],
        vat_number: [t('vatNumber'), vat_number],
        peppol_id: [t('peppolId'), peppol_id],
        contact: [t('contactPerson'), contact],
        email: [t('mail'), email],
        address: [t('address'), address],
      })}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const { id, version } = employer
        if (!(await action.run({ id, version, ...draft.values }))) return
        draft.clear()
        onSaved()
      }}
    >
      <EmployerFields values={draft.values} type={draft.type} />
    </Form>
  )
}
