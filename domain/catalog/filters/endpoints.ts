import { ListName } from '#domain/catalog/contract';
import { listLimits } from '#domain/catalog/endpoints';
import { RangeFilterName, FilterHistogram, ChoiceFilterName, FilterChoices } from '#domain/catalog/filters/contract';
import { endpoint } from '#domain/endpoint';

export const viewHistogram = endpoint('GET /histograms/:variant/:filter', {
  summary: 'Counts the rows of a list by the number that a filter reads.',
  access: 'anyone',
  isReadableByKey: true,
  limits: listLimits,
  params: { variant: ListName, filter: RangeFilterName },
  response: FilterHistogram,
  returns:
    'The number of rows in ranges of the whole list, whatever else it is filtered by. Momentum is that of the default metric and period.',
});

export const viewFilterChoices = endpoint('GET /filter-choices/:variant/:filter', {
  summary: 'Counts the rows of a list by the choices of a filter.',
  access: 'anyone',
  isReadableByKey: true,
  limits: listLimits,
  params: { variant: ListName, filter: ChoiceFilterName },
  response: FilterChoices,
  returns: 'How many rows of the whole list each choice would leave, whatever else it is filtered by.',
});
