"""Any LangChain chat model as a provider of QuestFoundry."""
