-- A search may find nothing without a filter that could be switched off. Texts that editors changed stay as they are.
update content set value = said.after
from (values
  ('nl',
    'Met deze keuze blijft er niets over. Zet een filter uit of zoek met een ander woord.',
    'Met deze keuze blijft er niets over. Kies wat ruimer of zoek met een ander woord.'),
  ('en',
    'This choice leaves nothing over. Switch a filter off or try another word.',
    'This choice leaves nothing over. Choose more widely or try another word.'),
  ('de',
    'Mit dieser Auswahl bleibt nichts übrig. Nehmen Sie einen Filter heraus oder suchen Sie mit einem anderen Wort.',
    'Mit dieser Auswahl bleibt nichts übrig. Wählen Sie weniger eng oder suchen Sie mit einem anderen Wort.'),
  ('fr',
    'Avec ces critères, il ne reste rien. Retirez un filtre ou essayez un autre mot.',
    'Avec ces critères, il ne reste rien. Élargissez votre choix ou essayez un autre mot.')
) said (language, before, after)
where path = 'productlistpagecomponents' and block = '' and kind = 'text' and key = 'no_products'
  and content.language = said.language and content.value = said.before;
