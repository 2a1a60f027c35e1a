import { useQuery } from '@tanstack/react-query'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { AddCampaign } from '#backoffice/modules/employers/AddCampaign.tsx'
import { ChangeCampaign } from '#backoffice/modules/employers/ChangeCampaign.tsx'
import {
  EmployerFields,
  type EmployerValues,
} from '#backoffice/modules/employers/EmployerFields.tsx'
import { EmployerUsers } from '#backoffice/modules/employers/EmployerUsers.tsx'
import { EmployerSees } from '#backoffice/modules/employers/EmployerStatisticsView.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { WideTable } from '#backoffice/kit/display/WideTable.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Employers.module.css'

type Employer = StaffResponse<'employers'>['items'][number]

/** One organisation: what it gives by campaign, and who it is. */
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
        again={() => void refetch()}
      />
    )
  }
  if (!employer) {
    return (
      <>
        <PageHead title={t('noSuchPage')} parent={parent} />
        <p className={css.body}>{t('notThere')}</p>
      </>
    )
  }
  const mayWrite = staff.permissions.includes('employer.write')
  return (
    <>
      <PageHead title={employer.name} parent={parent} />
      <div className={css.body}>
        <Campaigns employer={employer} mayWrite={mayWrite} me={staff.id} />
        <EmployerSees employer={employer.id} />
        <EmployerUsers employer={employer.id} mayWrite={mayWrite} me={staff.id} />
        <div className={css.columns}>
          {mayWrite ? <AddCampaign employer={employer.id} me={staff.id} /> : null}
          {mayWrite ? <Change key={employer.id} employer={employer} me={staff.id} /> : null}
        </div>
        {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
          <AuditHistory
            title={t('history')}
            asked={{ subject_kind: 'employer', subject_id: employer.id, limit: 20 }}
          />
        ) : null}
      </div>
    </>
  )
}

function Campaigns({
  employer,
  mayWrite,
  me,
}: {
  employer: Employer
  mayWrite: boolean
  me: string
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('campaigns', { employer: employer.id, limit: 100 }))
  return (
    <section className={css.part}>
      <h2>{t('campaigns')}</h2>
      {data && data.items.length > 0 ? (
        <>
          <WideTable
            label={t('campaigns')}
            head={[
              t('name'),
              t('channel'),
              t('howMany'),
              t('claimed'),
              t('pointsGiven'),
              t('pointsSpent'),
              t('budgetLeft'),
            ]}
            counted
            className={css.table}
          >
            {data.items.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} />
            ))}
          </WideTable>
          {mayWrite
            ? data.items.map((campaign) => (
                <details key={campaign.id}>
                  <summary>{t('changeCampaign', { name: campaign.name })}</summary>
                  <ChangeCampaign campaign={campaign} me={me} />
                </details>
              ))
            : null}
        </>
      ) : (
        <p className={css.soft}>{t('noCampaigns')}</p>
      )}
    </section>
  )
}

function CampaignRow({ campaign }: { campaign: StaffResponse<'campaigns'>['items'][number] }) {
  const { language } = useBackofficeLanguage()
  const number = (value: number) => value.toLocaleString(language)
  return (
    <tr>
      <th scope="row">
        <BackofficeLink to={`/backoffice/campaigns/${campaign.id}`}>{campaign.name}</BackofficeLink>
      </th>
      <td>
        <ChannelName id={campaign.channel} />
      </td>
      <td>{number(campaign.vouchers)}</td>
      <td>{number(campaign.claimed)}</td>
      <td>{number(campaign.granted)}</td>
      <td>{number(campaign.spent)}</td>
      <td>{campaign.budget_left === null ? '–' : number(campaign.budget_left)}</td>
    </tr>
  )
}

function Change({ employer, me }: { employer: Employer; me: string }) {
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
      submit={t('save')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const { id, version } = employer
        if (await action.run({ id, version, ...draft.values })) draft.clear()
      }}
    >
      <EmployerFields values={draft.values} type={draft.type} />
    </Form>
  )
}
