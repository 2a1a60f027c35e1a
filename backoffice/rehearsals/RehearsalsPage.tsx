import { useMemo } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { rehearsalList } from '#backoffice/rehearsals/rehearsal-list.tsx'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'

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
