import { useQuery } from '@tanstack/react-query'

import { ChannelState } from '#backoffice/channels/ChannelState.tsx'
import { LaunchCheck } from '#backoffice/channels/LaunchCheck.tsx'
import { RulesForm } from '#backoffice/channels/RulesForm.tsx'
import { SettingsForm } from '#backoffice/channels/SettingsForm.tsx'
import { ThemeForm } from '#backoffice/channels/ThemeForm.tsx'
import { VatForm } from '#backoffice/channels/VatForm.tsx'
import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { History } from '#backoffice/parts/History.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './ChannelPage.module.css'

export function ChannelPage({ staff, params: { id = '' } }: DeskPageProps) {
  const say = useSay()
  const { data: page, error, refetch } = useQuery(deskQuery('channelPage', { id }))
  const up = { to: '/desk/channels', word: say('channels') }
  if (error && !page) {
    return (
      <>
        <PageHead title={say('channel')} up={up} />
        <Trouble error={error} again={() => void refetch()} />
      </>
    )
  }
  if (!page) return <PageHead title={say('channel')} up={up} />
  const { permissions } = staff
  const mayWrite = permissions.includes('channel.write')
  const told = permissions.includes('audit.read') || permissions.includes('audit.own')
  return (
    <>
      <PageHead
        title={page.name}
        up={up}
        beside={
          <>
            <span className={css.soft}>{page.id}</span> <ChannelState state={page.state} />
          </>
        }
        subject={`channel ${page.id}`}
        acts={
          <DeskLink className={deskButtonClass()} to={`/desk/channels/${page.id}/rehearsals`}>
            {say('reh.go')}
          </DeskLink>
        }
      />
      <div className={css.body} key={page.id}>
        <LaunchCheck page={page} permissions={permissions} />
        <ThemeForm
          page={page}
          me={staff.id}
          mayWrite={permissions.includes('theme.write')}
          seesLibrary={permissions.includes('content.read')}
        />
        <div className={css.columns}>
          <RulesForm page={page} me={staff.id} permissions={permissions} />
          <div className={css.stack}>
            <SettingsForm page={page} me={staff.id} mayWrite={mayWrite} />
            <VatForm page={page} me={staff.id} mayWrite={mayWrite} />
          </div>
        </div>
        {told ? (
          <History
            title={say('history')}
            asked={{ subject_kind: 'channel', subject_id: page.id, limit: 20 }}
          />
        ) : null}
      </div>
    </>
  )
}
