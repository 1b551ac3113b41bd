export { addAnimals, animalsOfClients, fillAnimals, type AnimalDetails } from './bulk.ts';
export { birthProblem, changeOwnAnimal, createOwnAnimal } from './service.ts';
