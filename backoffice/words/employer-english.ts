/** What an employer may know of its people. */
export const employerEnglish = {
  'wall.title': 'What the employer sees',
  'wall.help':
    'Sums of the last night, in steps of five, and of at least ten people. Nobody is told who came, who ordered or what anybody chose: the database itself refuses it.',
  'wall.none':
    'Nothing yet: there are fewer than ten people in every campaign, or the first night is still to come.',
  'wall.department': 'Department',
  'wall.all': 'All',
  'wall.people': 'People',
  'wall.came': 'Came',
  'wall.ordered': 'Ordered',
  'wall.spent': 'Points spent',
  'wall.atLeast': '{count} or more',
  'wall.few': 'fewer than 5',
} as const
