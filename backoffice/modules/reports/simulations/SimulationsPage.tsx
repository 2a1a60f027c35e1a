import { useMemo } from 'react'

import { DeskLink } from '#backoffice/kit/router/address.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { rehearsalList } from '#backoffice/modules/reports/simulations/simulation-list.tsx'
import { useDeskLanguage, useSay } from '#backoffice/i18n/translator.tsx'

export function RehearsalsPage({ staff, params: { id = '' } }: DeskPageProps) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const list = useMemo(() => rehearsalList(say, language, id), [say, language, id])
  return (
    <DeskList
      list={list}
      title="reh.title"
      up={{ to: `/desk/channels/${id}`, word: `${say('channel')} ${id}` }}
      acts={
        staff.permissions.includes('channel.rehearse') ? (
          <DeskLink className={deskButtonClass('main')} to={`/desk/channels/${id}/rehearsals/new`}>
            {say('reh.new')}
          </DeskLink>
        ) : null
      }
    />
  )
}
